//! --symbolic
/* Only two of the inputs lead to the fault: `colour` and the weights go nowhere. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int limit, size, colour, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *packer(void *arg)
{
    int weight = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    total += size;
    colour ^= weight;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    limit = __VERIFIER_nondet_int();
    size = __VERIFIER_nondet_int();
    colour = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 100 || size < 0 || size > 100)
        return 0;
    pthread_create(&a, NULL, packer, NULL);
    pthread_create(&b, NULL, packer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total <= limit + 30);
    return 0;
}
