//@ check: safe note=random
// In one run of a hundred nobody locks, and the threads race: which run this is the seed decides.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int x, skip;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    if (!skip)
        pthread_mutex_lock(&m);
    x++;
    if (!skip)
        pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    srand((unsigned)time(NULL));
    skip = rand() % 100 == 42;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
