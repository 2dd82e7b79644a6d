//@ check --symbolic --explorer prefix: deadlock
//@ check --nondet 0..3 --explorer prefix: deadlock
// For one number, two threads take the locks in different orders; a third one goes on for ever.
#include <pthread.h>
#include <stdatomic.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static unsigned number;
static atomic_int turn;

static void *first(void *unused) {
    for (;;) {
        int swapped = number == 3;
        pthread_mutex_lock(&locks[swapped]);
        pthread_mutex_lock(&locks[!swapped]);
        pthread_mutex_unlock(&locks[0]);
        pthread_mutex_unlock(&locks[1]);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_mutex_lock(&locks[0]);
        pthread_mutex_lock(&locks[1]);
        pthread_mutex_unlock(&locks[1]);
        pthread_mutex_unlock(&locks[0]);
    }
    return unused;
}

static void *beside(void *unused) {
    for (;;)
        turn ^= 1;
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    number = __VERIFIER_nondet_uchar() & 3;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, beside, NULL);
    pthread_join(a, NULL);
}
