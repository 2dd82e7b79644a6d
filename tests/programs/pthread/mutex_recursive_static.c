//@ check: safe executions=2
// Two threads, each twice inside: two orders.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int count;

static void add(void) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    add();
    add();
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 4);
    return 0;
}
