// The sieve of Eratosthenes with N threads, of which each takes the next number that nobody has taken and, if it is not crossed out, crosses out its
// multiples. Numbers up to LIMIT.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef LIMIT
#define LIMIT 8
#endif

static atomic_int next = 2;
static atomic_int crossed[LIMIT + 1];

static void *thread(void *arg) {
    for (;;) {
        int n = atomic_fetch_add(&next, 1);
        if (n * n > LIMIT)
            return arg;
        if (atomic_load(&crossed[n]) == 0)
            for (int multiple = n * n; multiple <= LIMIT; multiple += n)
                atomic_store(&crossed[multiple], 1);
    }
}

int main(void) {
    pthread_t threads[N];
    for (int t = 0; t < N; t++)
        pthread_create(&threads[t], 0, thread, 0);
    for (int t = 0; t < N; t++)
        pthread_join(threads[t], 0);
    for (int n = 2; n <= LIMIT; n++) {
        int prime = 1;
        for (int d = 2; d < n; d++)
            prime &= n % d != 0;
        assert(atomic_load(&crossed[n]) == !prime);
    }
    return 0;
}
