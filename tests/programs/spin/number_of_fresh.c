//@ check --explorer prefix: assertion line=@fails
//@ check --explorer states: assertion line=@fails
// Rounds that allocate, take a lock for nothing, and free again: only the number of the address tells them apart.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static unsigned hash(void *block)
{
    return (unsigned)((uintptr_t)block >> 16) % 64;
}

static void *worker(void *arg)
{
    for (;;) {
        void *block = malloc(8);
        unsigned number = hash(block);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        assert(number != 50); /*@fails*/
        free(block);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
