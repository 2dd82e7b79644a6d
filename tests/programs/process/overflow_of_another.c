//@ check: overflow line=@use other=@sum thread=0 message="another thread uses the result"
// The thread computes a sum that does not fit; `main` compares it. The fault is told where it is used, with the place of the arithmetic.
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = INT_MAX;

static void *adder(void *unused)
{
    pthread_mutex_lock(&lock);
    count++; /*@sum*/
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, adder, 0);
    pthread_mutex_lock(&lock);
    int is_five = count == 5;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return is_five; /*@use*/
}
