//@ check --explorer prefix: data-race
// As tries_race.c, but `data` is written only if the flag was set. It is 1 anyway, so where the lock is held the rest of
// the state is the same.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int data = 1, flag;

static void *writes(void *arg) {
    pthread_mutex_lock(&n);
    int is_set = flag;
    flag = 0;
    pthread_mutex_unlock(&n);
    if (is_set)
        data = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *sets(void *arg) {
    for (;;) {
        pthread_mutex_lock(&n);
        flag = 1;
        pthread_mutex_unlock(&n);
    }
    return arg;
}

static void *tries(void *arg) {
    int seen = 0;
    if (!pthread_mutex_trylock(&m))
        pthread_mutex_unlock(&m);
    else
        seen = data;
    return seen ? arg : NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&b, NULL, sets, NULL);
    pthread_create(&a, NULL, writes, NULL);
    pthread_create(&c, NULL, tries, NULL);
    pthread_join(c, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
