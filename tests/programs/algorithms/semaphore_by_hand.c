//@ check: safe executions=2
// A counting semaphore of a mutex and a condition variable: the consumer waits, or need not.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct semaphore {
    pthread_mutex_t lock;
    pthread_cond_t positive;
    int value;
};

static struct semaphore s = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static int data;

static void *producer(void *arg) {
    data = 5;
    pthread_mutex_lock(&s.lock);
    s.value++;
    pthread_cond_signal(&s.positive);
    pthread_mutex_unlock(&s.lock);
    return arg;
}

static void *consumer(void *arg) {
    pthread_mutex_lock(&s.lock);
    while (s.value == 0)
        pthread_cond_wait(&s.positive, &s.lock);
    s.value--;
    pthread_mutex_unlock(&s.lock);
    assert(data == 5);
    return arg;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(s.value == 0);
    return 0;
}
