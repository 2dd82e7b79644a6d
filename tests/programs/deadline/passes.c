//@ check: assertion line=@late
//@ check --explorer states: assertion line=@late
//@ check --explorer prefix: assertion line=@late
//@ check --model rc11: assertion line=@late
// A deadline that has passed has passed: who looks at the clock then gives up.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void) {
    struct timespec end, now;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 2;
    pthread_mutex_lock(&mutex);
    while (!ready) {
        clock_gettime(CLOCK_REALTIME, &now);
        if (now.tv_sec >= end.tv_sec)
            break;
        pthread_cond_timedwait(&cond, &mutex, &end);
    }
    pthread_mutex_unlock(&mutex);
    assert(ready); /*@late*/
    return 0;
}
