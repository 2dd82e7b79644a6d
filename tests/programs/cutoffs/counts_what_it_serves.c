//@ check --explorer prefix --model sc: deadlock
// Servers that never end, under rc11 since they count what they serve by a relaxed addition. Executions
// have no end there; interleavings, which are executions too, have states that come again.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int served;
static int jobs;

static void *server(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&queue);
        if (jobs == 2) {
            pthread_mutex_lock(&log_lock);
            jobs = 0;
            pthread_mutex_unlock(&log_lock);
        }
        pthread_mutex_unlock(&queue);
        atomic_fetch_add_explicit(&served, 1, memory_order_relaxed);
    }
    return arg;
}

static void *client(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&log_lock);
        pthread_mutex_lock(&queue);
        if (jobs < 2)
            jobs++;
        pthread_mutex_unlock(&queue);
        pthread_mutex_unlock(&log_lock);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, server, NULL);
    pthread_create(&threads[1], NULL, client, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
