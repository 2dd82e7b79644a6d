// Double-checked locking with a plain pointer check through an atomic flag that is relaxed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>

struct config { int port; char host[16]; double timeout; };
static _Atomic(struct config *) instance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
    struct config *c = atomic_load_explicit(&instance, memory_order_relaxed);
    if (c == NULL) {
        pthread_mutex_lock(&lock);
        c = atomic_load_explicit(&instance, memory_order_relaxed);
        if (c == NULL) {
            c = malloc(sizeof *c);
            *c = (struct config){ 8080, "localhost", 2.5 };
            atomic_store_explicit(&instance, c, memory_order_relaxed);
        }
        pthread_mutex_unlock(&lock);
    }
    return c;
}
static void *user(void *arg) { assert(get()->port == 8080); return arg; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    free(atomic_load(&instance));
    return 0;
}
