//@ check: assertion line=@here
//@ check --keep-going: assertion executions=1 faults=1
// The thread may be past its only point when it is cancelled: then the assertion fails. Where it is not, the program comes to its end.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    pthread_testcancel();
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_join(a, &result);
    assert(result == PTHREAD_CANCELED); /*@here*/
    return 0;
}
