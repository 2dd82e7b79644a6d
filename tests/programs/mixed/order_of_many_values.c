//@ check: safe executions=24
// What plain memory remembers must follow each execution: the array holds the four tickets in the order drawn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next;
static int drawn[4];
static int draw(int who) {
    return drawn[atomic_fetch_add(&next, 1)] = who;
}

static void *first(void *arg) {
    draw(1);
    return arg;
}

static void *second(void *arg) {
    draw(2);
    return arg;
}

static void *third(void *arg) {
    draw(3);
    return arg;
}

static void *fourth(void *arg) {
    draw(4);
    return arg;
}

int main(void) {
    pthread_t a, b, c, d;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_create(&d, NULL, fourth, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    int product = 1;
    for (int i = 0; i < 4; i++)
        product *= drawn[i];
    assert(product == 24 && drawn[0] != drawn[1]);
    return 0;
}
