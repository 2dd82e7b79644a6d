//@ check --explorer prefix: safe note=endless
//@ check --explorer states: safe
// Two threads hand a token to each other for ever, in loops that could be told to stop. Neither is by itself, and neither
// waits in vain.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int token;
static atomic_int stop;

static void *takes_turns(void *arg) {
    int me = *(int *)arg;
    while (!stop) {
        pthread_mutex_lock(&mutex);
        while (token != me)
            pthread_cond_wait(&cond, &mutex);
        token = 1 - me;
        pthread_cond_signal(&cond);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, takes_turns, &zero);
    pthread_create(&b, NULL, takes_turns, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
