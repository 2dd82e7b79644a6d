//@ check: data-race line=@a|@b other=@a|@b
// A local variable that another thread knows is shared like any other.
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    *(int *)arg = 1; /*@a*/
    return NULL;
}

int main(void) {
    pthread_t t;
    int local = 0;
    pthread_create(&t, NULL, worker, &local);
    local = 2; /*@b*/
    pthread_join(t, NULL);
    return 0;
}
