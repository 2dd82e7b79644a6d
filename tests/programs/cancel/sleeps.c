//@ check: safe
// Each of these is a point at which a thread can be cancelled.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static void *sleeper(void *arg) {
    for (;;)
        sleep(1);
    return arg;
}

static void *usleeper(void *arg) {
    for (;;)
        usleep(100);
    return arg;
}

static void *nanosleeper(void *arg) {
    struct timespec time = {0, 1000};
    for (;;)
        nanosleep(&time, NULL);
    return arg;
}

int main(void) {
    void *(*const all[])(void *) = {sleeper, usleeper, nanosleeper};
    for (int i = 0; i < 3; i++) {
        pthread_t a;
        void *result;
        pthread_create(&a, NULL, all[i], NULL);
        pthread_cancel(a);
        pthread_join(a, &result);
        assert(result == PTHREAD_CANCELED);
    }
    return 0;
}
