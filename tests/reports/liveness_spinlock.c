// A spin lock that is not released on one path.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int stock = 1;

static bool take(void)
{
    while (atomic_flag_test_and_set(&busy))
        ;
    if (stock == 0)
        return false;
    stock--;
    atomic_flag_clear(&busy);
    return true;
}

static void *buyer(void *arg)
{
    take();
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, buyer, NULL);
    pthread_create(&b, NULL, buyer, NULL);
    pthread_create(&c, NULL, buyer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
