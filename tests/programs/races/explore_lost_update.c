//@ check: data-race
//@ check --races explore: assertion line=@bug
//@ check --races ignore: safe executions=1
// The same program under the three policies.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2); /*@bug*/
    return 0;
}
