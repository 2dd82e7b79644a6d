//@ check: safe executions=2
// A table with a lock for each half: keys of different halves do not disturb each other, the two of one half do.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    const char *keys[4];
    int used;
} halves[2] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

static void *insert(void *arg) {
    const char *key = arg;
    int half = key[0] % 2;
    pthread_mutex_lock(&halves[half].lock);
    halves[half].keys[halves[half].used++] = key;
    pthread_mutex_unlock(&halves[half].lock);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    char *keys[3] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, insert, keys[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(halves[0].used == 1 && halves[1].used == 2 && strcmp(halves[0].keys[0], "b") == 0);
    return 0;
}
