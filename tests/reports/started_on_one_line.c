//! --steps all
// Two threads are started on one line: their handles are stored one after the other.
#include <assert.h>
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(n == 1);
    return 0;
}
