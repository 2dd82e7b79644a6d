//@ check: safe executions=1
// The value returned, or given to pthread_exit from a function further down, is what join gives.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static void leave(void *value) {
    pthread_exit(value);
}

static void *returns(void *arg) {
    return (char *)arg + 1;
}

static void *exits(void *arg) {
    leave((char *)arg + 2);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    void *result = NULL;
    char base[4];
    assert(pthread_create(&a, NULL, returns, base) == 0);
    assert(pthread_create(&b, NULL, exits, base) == 0);
    assert(pthread_create(&c, NULL, returns, (void *)(intptr_t)-1) == 0);
    assert(pthread_join(b, &result) == 0 && result == base + 2);
    assert(pthread_join(a, &result) == 0 && result == base + 1);
    assert(pthread_join(c, &result) == 0 && result == NULL);
    return 0;
}
