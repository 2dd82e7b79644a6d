//! --symbolic
/* Two uploads of unknown size against one quota: the check is not part of the critical section. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <klee/klee.h>

#define QUOTA 1000u

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint32_t used;

struct upload { uint32_t size; uint8_t priority; };

static void *uploader(void *arg)
{
    struct upload *u = arg;
    if (u->size > QUOTA)
        return NULL;
    if (atomic_load(&used) + u->size > QUOTA && u->priority < 200)
        return NULL;
    pthread_mutex_lock(&lock);
    atomic_store(&used, atomic_load(&used) + u->size);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct upload first, second;
    klee_make_symbolic(&first, sizeof first, "first");
    klee_make_symbolic(&second, sizeof second, "second");
    klee_assume(first.priority < 100);
    klee_assume(second.priority < 100);
    pthread_create(&a, NULL, uploader, &first);
    pthread_create(&b, NULL, uploader, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&used) <= QUOTA);
    return 0;
}
