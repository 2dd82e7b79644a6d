//@ check --model auto: data-race
//@ check --model sc: safe
// A failed try tells main that T1 has signalled. Main signals, too: neither signal happens before the other.
#include <pthread.h>

static int d;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *arg) {
    d = 1;
    pthread_cond_signal(&c);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    if (pthread_mutex_trylock(&m)) {
        pthread_cond_signal(&c);
        d = 2;
    } else {
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}
