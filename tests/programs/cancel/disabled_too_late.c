//@ check: assertion line=@here
// It is cancelled at the point that it comes to before it disables that.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int done;

static void *worker(void *arg) {
    usleep(10);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    done = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    assert(done); /*@here*/
    return 0;
}
