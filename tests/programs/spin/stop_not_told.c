//@ check: liveness line=@stop thread=1 message="`stop` to change from false or `jobs` to change from 0"
// `main` should wait until all jobs are done; it looks once, and tells the worker to stop only then.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

static atomic_bool stop;
static int jobs = 2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    while (!stop) { /*@stop*/
        pthread_mutex_lock(&m);
        if (jobs > 0)
            jobs--;
        pthread_mutex_unlock(&m);
        usleep(1000);
    }
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    bool done = jobs == 0;
    pthread_mutex_unlock(&m);
    if (done)
        stop = true;
    pthread_join(thread, NULL);
    return 0;
}
