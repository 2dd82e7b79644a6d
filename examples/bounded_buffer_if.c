//@ check: assertion line=27
// A bounded buffer: one producer puts two items, two consumers get one each.
#include <assert.h>
#include <pthread.h>

#define SIZE 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int items[SIZE];
static int used;

static void put(int item) {
    pthread_mutex_lock(&lock);
    if (used == SIZE)
        pthread_cond_wait(&not_full, &lock);
    items[used++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int get(void) {
    pthread_mutex_lock(&lock);
    if (used == 0)
        pthread_cond_wait(&not_empty, &lock);
    assert(used > 0);
    int item = items[--used];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *arg) {
    (void)arg;
    put(1);
    put(2);
    return NULL;
}

static void *consumer(void *arg) {
    *(int *)arg = get();
    return NULL;
}

int main(void) {
    pthread_t p, c, d;
    int first = 0, second = 0;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, &first);
    pthread_create(&d, NULL, consumer, &second);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    assert(first + second == 3);
    return 0;
}
