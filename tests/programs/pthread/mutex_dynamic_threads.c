//@ check: safe executions=6
// Three threads and a mutex in allocated memory: 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t lock;
    int value;
};

static void *worker(void *arg) {
    struct counter *c = arg;
    pthread_mutex_lock(&c->lock);
    c->value++;
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

int main(void) {
    struct counter *c = malloc(sizeof *c);
    if (c == NULL)
        return 1;
    pthread_mutex_init(&c->lock, NULL);
    c->value = 0;
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, c);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(c->value == 3);
    pthread_mutex_destroy(&c->lock);
    free(c);
    return 0;
}
