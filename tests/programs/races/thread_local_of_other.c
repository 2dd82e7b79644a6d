//@ check: data-race line=@a|@b other=@a|@b
// A thread-local variable whose address was given away.
#include <pthread.h>
#include <stddef.h>

static _Thread_local int mine;

static void *worker(void *arg) {
    *(int *)arg = 1; /*@a*/
    mine = 5;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, &mine);
    mine = 2; /*@b*/
    pthread_join(t, NULL);
    return 0;
}
