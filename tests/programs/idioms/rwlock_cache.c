//@ check --stub unsafe_upgrade=0: safe
//@ check --stub unsafe_upgrade=1: assertion line=@twice
// A cache behind a read-write lock: read, and on a miss lock for writing and look again. Without the second look an entry is
// computed twice.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int unsafe_upgrade(void);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int *cache[2];
static int computed[2], careless;

static int lookup(int key) {
    pthread_rwlock_rdlock(&lock);
    int *found = cache[key];
    int value = found ? *found : -1;
    pthread_rwlock_unlock(&lock);
    if (value >= 0)
        return value;
    pthread_rwlock_wrlock(&lock);
    if (!cache[key] || careless) {
        computed[key]++;
        assert(computed[key] == 1); /*@twice*/
        free(cache[key]);
        cache[key] = malloc(sizeof(int));
        *cache[key] = key * 10;
    }
    value = *cache[key];
    pthread_rwlock_unlock(&lock);
    return value;
}

static void *reader(void *arg) {
    int key = *(int *)arg;
    assert(lookup(key) == key * 10);
    assert(lookup(1) == 10);
    return NULL;
}

int main(void) {
    careless = unsafe_upgrade();
    static int keys[2] = {0, 1};
    pthread_t a, b;
    pthread_create(&a, NULL, reader, &keys[0]);
    pthread_create(&b, NULL, reader, &keys[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(computed[0] == 1 && computed[1] == 1);
    free(cache[0]);
    free(cache[1]);
    pthread_rwlock_destroy(&lock);
    return 0;
}
