// Two threads wait for the end of the same worker.
#include <pthread.h>

static pthread_t worker_thread;

static void *worker(void *arg)
{
    return arg;
}

static void *watcher(void *arg)
{
    pthread_join(worker_thread, NULL);
    return arg;
}

int main(void)
{
    pthread_t w;
    pthread_create(&worker_thread, NULL, worker, NULL);
    pthread_create(&w, NULL, watcher, NULL);
    pthread_join(worker_thread, NULL);
    pthread_join(w, NULL);
    return 0;
}
