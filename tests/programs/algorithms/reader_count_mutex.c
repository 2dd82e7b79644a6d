//@ check: sync-misuse line=@bug
// The same with a mutex: the last reader may not be the one that locked it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER, room = PTHREAD_MUTEX_INITIALIZER;
static int readers;

static void *reader(void *arg) {
    pthread_mutex_lock(&count_lock);
    if (++readers == 1)
        pthread_mutex_lock(&room);
    pthread_mutex_unlock(&count_lock);
    pthread_mutex_lock(&count_lock);
    if (--readers == 0)
        pthread_mutex_unlock(&room); /*@bug*/
    pthread_mutex_unlock(&count_lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
