//@ check: safe executions=1
// Creation and joining order things across generations.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *grandchild(void *arg) {
    x++;
    return arg;
}
static void *child(void *arg) {
    pthread_t t;
    x++;
    pthread_create(&t, NULL, grandchild, NULL);
    pthread_join(t, NULL);
    x++;
    return arg;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, NULL);
    assert(x == 4);
    return 0;
}
