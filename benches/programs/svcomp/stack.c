// A stack behind a mutex: one thread pushes N elements, the other pops up to N.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[N], top;

static void *push(void *arg) {
    for (int n = 0; n < N; n++) {
        pthread_mutex_lock(&lock);
        assert(top < N);
        elements[top++] = n;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *pop(void *arg) {
    for (int n = 0; n < N; n++) {
        pthread_mutex_lock(&lock);
        if (top > 0) {
            top--;
            assert(elements[top] >= 0);
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, push, 0);
    pthread_create(&b, 0, pop, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(top >= 0 && top <= N);
    return 0;
}
