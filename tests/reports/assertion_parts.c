// Several conditions in one assertion: which of them failed, and with which values.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int added, removed, failed;

static int size(void) {
    return added - removed;
}

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    added++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *take(void *arg) {
    pthread_mutex_lock(&lock);
    if (size() > 0)
        removed++;
#ifndef FIX
    else
        failed = 2;
#endif
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(added == 1 && size() >= 0 && !failed && "counts");
}
