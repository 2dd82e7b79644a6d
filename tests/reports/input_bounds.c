//! --symbolic
/* A long execution in which two inputs are taken one after the other. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int low, high, value = 50;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *step(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        value += *(int *)arg;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int up = 1, down = -1;
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    int unused[10];
    for (int i = 0; i < 10; i++)
        unused[i] = __VERIFIER_nondet_int();
    low = first;
    high = second;
    pthread_create(&a, NULL, step, &up);
    pthread_create(&b, NULL, step, &down);
    pthread_mutex_lock(&lock);
    assert(low != 3 || high != 70 || value < 51);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    (void)unused[3];
    return 0;
}
