/* Two threads that take two locks, each the other one first, and back off: they may keep each other in it. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    for (;;) {
        pthread_mutex_lock(first);
        if (pthread_mutex_trylock(second) == 0)
            break;
        pthread_mutex_unlock(first);
    }
    n++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *forth(void *arg)
{
    both(&a, &b);
    return arg;
}

static void *back(void *arg)
{
    both(&b, &a);
    return arg;
}

int main(void)
{
    pthread_t f, g;
    pthread_create(&f, NULL, forth, NULL);
    pthread_create(&g, NULL, back, NULL);
    pthread_join(f, NULL);
    pthread_join(g, NULL);
    return n != 2;
}
