//@ check: assertion line=@bug
//@ check --explorer optimal: assertion line=@bug
// Somebody asks whether the lock is held: that shows the inside of a section of which nothing else is seen.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *section(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, section, 0);
    assert(pthread_mutex_trylock(&m) == 0); /*@bug*/
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
