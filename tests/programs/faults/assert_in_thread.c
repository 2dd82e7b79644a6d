//@ check: assertion line=@bug thread=1
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
    assert(arg != NULL); /*@bug*/
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
