//@ check --symbolic --explorer prefix: liveness line=@poll
//@ check --nondet 0..7 --explorer prefix: liveness line=@poll
// A thread polls under a lock. Whether anybody sets the flag is up to the input.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *polls(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        int seen = flag; /*@poll*/
        pthread_mutex_unlock(&m);
        if (seen)
            break;
    }
    return unused;
}

int main(void) {
    pthread_t t;
    int x = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, polls, NULL);
    if (x != 7) {
        pthread_mutex_lock(&m);
        flag = 1;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
}
