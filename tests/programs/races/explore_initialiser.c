//@ check --races explore: safe executions=2
//@ check: safe executions=2
// A mutex that plain stores make a recursive one. Under `--races explore` its bytes lie in a variable all of whose accesses
// are visible, and what kind of mutex it is must be told from them all the same: as a normal one it would lock itself up.
// 2: which thread comes first; everything else is ordered.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static struct {
    pthread_mutex_t mutex;
    int count;
} shared;

static void *work(void *arg) {
    pthread_mutex_lock(&shared.mutex);
    pthread_mutex_lock(&shared.mutex);
    shared.count++;
    pthread_mutex_unlock(&shared.mutex);
    pthread_mutex_unlock(&shared.mutex);
    return arg;
}

int main(void) {
    shared.mutex = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(shared.count == 2);
    return 0;
}
