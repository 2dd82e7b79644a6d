// What posix_memalign allocates is called after the variable that it is put into.
//@ check: use-after-free message="`t.epoch`"
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

struct reader {
    int id;
    int epoch;
};

static struct reader *shared;

static void *drop(void *arg) {
    pthread_join(*(pthread_t *)arg, NULL);
    free(shared);
    return NULL;
}

static void *nothing(void *arg) {
    return arg;
}

int main(void) {
    struct reader *t;
    if (posix_memalign((void **)&t, 64, sizeof *t) != 0)
        return 1;
    t->epoch = 1;
    shared = t;
    pthread_t before, thread;
    pthread_create(&before, NULL, nothing, NULL);
    pthread_create(&thread, NULL, drop, &before);
    pthread_join(thread, NULL);
    return shared->epoch - 1;
}
