// The routine of pthread_once comes to the same pthread_once; a thread beside it only looks.
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int value;

static int get(void);

static void init(void)
{
    atomic_store(&value, 1);
    atomic_store(&value, get() + 1);
}

static int get(void)
{
    pthread_once(&once, init);
    return atomic_load(&value);
}

static void *user(void *arg)
{
    get();
    return arg;
}

static void *monitor(void *arg)
{
    return atomic_load(&value) > 2 ? arg : NULL;
}

int main(void)
{
    pthread_t u, m;
    pthread_create(&m, NULL, monitor, NULL);
    pthread_create(&u, NULL, user, NULL);
    pthread_join(u, NULL);
    pthread_join(m, NULL);
    return 0;
}
