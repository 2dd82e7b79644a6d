//@ check: assertion line=21
// Two workers count the requests that they have served.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int served;

static void *worker(void *arg) {
    (void)arg;
    served = served + 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(served == 2);
    return 0;
}
