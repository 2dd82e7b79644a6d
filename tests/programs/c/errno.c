//@ check: safe executions=1
// Each thread has its own.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *arg) {
    (void)arg;
    assert(errno == 0);
    errno = EAGAIN;
    return NULL;
}

int main(void) {
    pthread_t t;
    errno = EINVAL;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(errno == EINVAL);
    return 0;
}
