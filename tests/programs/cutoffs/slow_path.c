//@ check --explorer prefix: safe
// Two that do useful work for ever, one way or the other: no livelock, though they may go the slow way for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy[2], shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        atomic_store(&busy[me], 1);
        if (atomic_load(&busy[1 - me])) {
            pthread_mutex_lock(&m);
            atomic_load(&shared);
            pthread_mutex_unlock(&m);
        } else {
            atomic_load(&shared);
        }
        atomic_store(&busy[me], 0);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
