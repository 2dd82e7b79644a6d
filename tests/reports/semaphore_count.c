// A bounded buffer: the count of free slots begins one too high. The table tells all counts.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 2
static int buffer[SLOTS];
static int in, out;
static sem_t free_slots, used_slots;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void put(int v) {
    sem_wait(&free_slots);
    pthread_mutex_lock(&mutex);
    assert(buffer[in] == 0);
    buffer[in] = v;
    in = (in + 1) % SLOTS;
    pthread_mutex_unlock(&mutex);
    sem_post(&used_slots);
}

static int get(void) {
    sem_wait(&used_slots);
    pthread_mutex_lock(&mutex);
    int v = buffer[out];
    buffer[out] = 0;
    out = (out + 1) % SLOTS;
    pthread_mutex_unlock(&mutex);
    sem_post(&free_slots);
    return v;
}

static void *producer(void *arg) {
    for (int i = 1; i <= 3; i++)
        put(i);
    return arg;
}

static void *consumer(void *arg) {
    int *sum = arg;
    for (int i = 1; i <= 3; i++)
        *sum += get();
    return NULL;
}

int main(void) {
    pthread_t p, c;
    int sum = 0;
    sem_init(&free_slots, 0, SLOTS + 1);
    sem_init(&used_slots, 0, 0);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, &sum);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(sum == 6);
    return 0;
}
