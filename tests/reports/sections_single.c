//! --races explore
/* Outside of an atomic section each access is one by itself, which is no step of the program's. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int count, rounds;

static void *counter(void *arg)
{
    __VERIFIER_atomic_begin();
    rounds = rounds + 1;
    __VERIFIER_atomic_end();
    count = count + 1;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, counter, NULL);
    pthread_create(&b, NULL, counter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(rounds == 2);
    assert(count == 2);
    return 0;
}
