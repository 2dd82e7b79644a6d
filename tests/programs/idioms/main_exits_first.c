//@ check --stub frame=0: safe
//@ check --stub frame=1: use-after-free
// main ends its thread with pthread_exit; the others go on, but what was in its frame is gone.
#include <assert.h>
#include <pthread.h>

int frame(void);
static int global = 3;
static void *run(void *arg) {
    assert(*(int *)arg == 3);
    return NULL;
}

int main(void) {
    int here = 3;
    pthread_t t;
    pthread_create(&t, NULL, run, frame() ? &here : &global);
    pthread_detach(t);
    pthread_exit(NULL);
}
