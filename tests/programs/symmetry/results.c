// The results say which of the threads came first: with one of the two orders, the first thread was.
//@ check: assertion line=@order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int places[3];

static void *come(void *unused) {
    (void)unused;
    return &places[atomic_fetch_add(&x, 1)];
}

int main(void) {
    pthread_t threads[2];
    void *results[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, come, 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], &results[i]);
    }
    assert(results[0] == &places[0]); /*@order*/
    return 0;
}
