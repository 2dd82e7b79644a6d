// What the second thread may read, since main has written it before, the first may not: as they run the same code, that is a race.
//@ check: data-race line=@read|@create
#include <pthread.h>
#include <stdatomic.h>

static pthread_t threads[2];
static atomic_int x;

static void *run(void *unused) {
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    (void)threads[0]; /*@read*/
    return unused;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, run, 0); /*@create*/
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], 0);
    }
    return 0;
}
