//@ check: safe
//@ check --model rc11: safe
// A mutex that is initialised, used, destroyed and initialised again under another lock; one with a static initialiser; and one of a
// thread that is started after it was made.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner, own;
static int made;
static atomic_int relaxed;

static void *user(void *arg) {
    atomic_fetch_add_explicit(&relaxed, 1, memory_order_relaxed);
    pthread_mutex_lock(&outer);
    if (made)
        pthread_mutex_destroy(&inner);
    pthread_mutex_init(&inner, NULL);
    made = 1;
    pthread_mutex_lock(&inner);
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return arg;
}

static void *late(void *arg) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_mutex_init(&own, NULL);
    pthread_create(&c, NULL, late, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_mutex_destroy(&inner);
    pthread_mutex_destroy(&own);
    return 0;
}
