//@ check --explorer prefix: safe
// The twin of two_poll.c: the third thread sets what the two poll for.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *polls(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        int seen = flag;
        pthread_mutex_unlock(&m);
        if (seen)
            break;
    }
    return arg;
}

static void *waits(void *arg) {
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, polls, NULL);
    pthread_create(&b, NULL, polls, NULL);
    pthread_create(&c, NULL, waits, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
