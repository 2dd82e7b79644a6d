// A token is taken though it may be gone since it was looked for; a timer refills for ever. Whoever
// meets the fault stops, and the timer then has nothing to do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tokens = 1;

static void *timer(void *arg) {
    (void)arg;
    while (1)
        if (atomic_load(&tokens) < 2)
            atomic_fetch_add(&tokens, 1);
}

static void *client(void *arg) {
    (void)arg;
    while (1)
        if (atomic_load(&tokens) > 0) {
            int left = atomic_fetch_sub(&tokens, 1);
            assert(left > 0);
        }
}

int main(void) {
    pthread_t t, a, b;
    pthread_create(&t, NULL, timer, NULL);
    pthread_create(&a, NULL, client, NULL);
    pthread_create(&b, NULL, client, NULL);
    pthread_join(t, NULL);
}
