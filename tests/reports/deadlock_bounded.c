// Bounded buffer with semaphores: the consumer takes the mutex before the items.
#include <pthread.h>
#include <semaphore.h>

struct buffer { sem_t items, space, mutex; int data[2]; int in, out; };
static struct buffer b;

static void put(int v) {
    sem_wait(&b.space);
    sem_wait(&b.mutex);
    b.data[b.in++ % 2] = v;
    sem_post(&b.mutex);
    sem_post(&b.items);
}
static int get(void) {
    sem_wait(&b.mutex);
    sem_wait(&b.items);
    int v = b.data[b.out++ % 2];
    sem_post(&b.mutex);
    sem_post(&b.space);
    return v;
}
static void *producer(void *arg) { for (int i = 0; i < 2; i++) put(i); return arg; }
static void *consumer(void *arg) { for (int i = 0; i < 2; i++) get(); return arg; }
int main(void) {
    sem_init(&b.items, 0, 0);
    sem_init(&b.space, 0, 2);
    sem_init(&b.mutex, 0, 1);
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
