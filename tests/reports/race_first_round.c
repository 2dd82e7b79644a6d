// The same two lines race in the first round as in the last.
#include <pthread.h>
#include <stdatomic.h>

static int slot[4];
static atomic_int published;

static void *producer(void *arg)
{
    for (int i = 0; i < 4; i++) {
        atomic_store(&published, i + 1);
        slot[i] = i + 10;
    }
    return arg;
}

static void *consumer(void *arg)
{
    long sum = 0;
    for (int i = 0; i < 4; i++)
        if (atomic_load(&published) > i)
            sum += slot[i];
    return sum > 0 ? arg : NULL;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
