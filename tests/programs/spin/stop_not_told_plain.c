//@ check: liveness line=@stop thread=1 message="`stop` to change from 0 or `jobs` to change from 0"
// Nobody writes `stop`, although `main` has code that would: no event tells of the worker's reads.
#include <pthread.h>

static volatile int stop;
static int jobs = 1, never;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    while (!stop) { /*@stop*/
        pthread_mutex_lock(&m);
        if (jobs > 0)
            jobs--;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    if (jobs == 5)
        never = 1;
    pthread_mutex_unlock(&m);
    if (never)
        stop = 1;
    pthread_join(thread, NULL);
    return 0;
}
