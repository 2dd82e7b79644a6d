//! --symbolic
// The level is read once more after it was checked. The inputs shown are small: -1, and not the least number.
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);

static atomic_int level = 3;
static int counts[4], sum;

static void *set_level(void *arg)
{
    unsigned hours = __VERIFIER_nondet_uint();
    char key = __VERIFIER_nondet_char();
    if (hours > 3000000000u && key > '0')
        atomic_store(&level, __VERIFIER_nondet_int());
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set_level, NULL);
    if (atomic_load(&level) >= 0 && atomic_load(&level) < 4) {
        int l = atomic_load(&level);
        sum += counts[l];
    }
    pthread_join(t, NULL);
    return 0;
}
