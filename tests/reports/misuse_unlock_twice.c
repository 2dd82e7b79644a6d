// An error path unlocks what the caller unlocks again.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;

static int reserve(int n)
{
    if (used + n > 3) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    used += n;
    return 0;
}

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    reserve(2);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
