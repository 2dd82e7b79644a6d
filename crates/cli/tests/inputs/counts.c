/* Many orders of read-modify-writes, few states. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *worker(void *arg)
{
    for (int i = 0; i < 8; i++)
        if (atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) == 99)
            return NULL;
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
