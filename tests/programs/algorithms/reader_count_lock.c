//@ check: safe
// Readers and a writer; the first reader locks the writer out, the last one lets it in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers, data;

static void *reader(void *arg) {
    pthread_mutex_lock(&count_lock);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&count_lock);
    assert(data == 0 || data == 2);
    pthread_mutex_lock(&count_lock);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&count_lock);
    return arg;
}

static void *writer(void *arg) {
    sem_wait(&room);
    data++;
    data++;
    sem_post(&room);
    return arg;
}

int main(void) {
    pthread_t a, b, w;
    sem_init(&room, 0, 1);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(w, NULL);
    return 0;
}
