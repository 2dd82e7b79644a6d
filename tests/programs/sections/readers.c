//@ check: safe executions=720 representatives=1 commuting=1
//@ check --explorer optimal --order-locks: safe
// Six threads read under one mutex. In order: 6! executions. No two of the sections conflict: one.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *reader(void *arg) {
    pthread_mutex_lock(&m);
    int r = x;
    pthread_mutex_unlock(&m);
    return (void *)(long)r;
}

int main(void) {
    pthread_t t[6];
    for (int i = 0; i < 6; i++)
        pthread_create(&t[i], 0, reader, 0);
    for (int i = 0; i < 6; i++)
        pthread_join(t[i], 0);
    return 0;
}
