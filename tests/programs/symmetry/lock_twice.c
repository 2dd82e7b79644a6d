// Each of four threads takes the lock twice: 8! / 2!^4 orders, and of 4! of these, which differ by the names of the threads, one.
//@ check: safe executions=2520 representatives=105 graph-only
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *twice(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], 0, twice, 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], 0);
    }
    assert(count == 8);
    return 0;
}
