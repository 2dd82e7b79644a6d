// Two threads pass a token to and fro for ever. Each looks for it until it is there: alone neither
// gets on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int full;
static int content;

static void *gives(void *arg) {
    (void)arg;
    while (1)
        if (!atomic_load(&full)) {
            content = 1;
            atomic_store(&full, 1);
        }
}

static void *takes(void *arg) {
    (void)arg;
    while (1)
        if (atomic_load(&full)) {
            assert(content == 1);
#ifdef EARLY
            atomic_store(&full, 0);
            content = 0;
#else
            content = 0;
            atomic_store(&full, 0);
#endif
        }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, gives, NULL);
    pthread_create(&b, NULL, takes, NULL);
    pthread_join(a, NULL);
}
