// main looks before it has joined both: it may see what the second thread does or not, and what it does when both have come
// to the same is different for the first and the second.
//@ check: assertion line=@look
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *unused) {
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    assert(atomic_load(&x) == 1); /*@look*/
    pthread_join(second, 0);
    return 0;
}
