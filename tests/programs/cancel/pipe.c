//@ check: safe
// A thread that waits at a pipe, or in poll.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *arg) {
    char c;
    read(ends[0], &c, 1);
    return arg;
}

static void *polls(void *arg) {
    struct pollfd one = {ends[0], POLLIN, 0};
    poll(&one, 1, -1);
    return arg;
}

int main(void) {
    void *(*const all[])(void *) = {reads, polls};
    pipe(ends);
    for (int i = 0; i < 2; i++) {
        pthread_t a;
        void *result;
        pthread_create(&a, NULL, all[i], NULL);
        pthread_cancel(a);
        pthread_join(a, &result);
        assert(result == PTHREAD_CANCELED);
        // Its locks are free.
        char c = 0;
        assert(write(ends[1], &c, 1) == 1 && read(ends[0], &c, 1) == 1);
    }
    return 0;
}
