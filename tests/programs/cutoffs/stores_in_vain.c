//@ check --explorer prefix: liveness
//@ check --explorer states: liveness
// Each of two threads stores, again and again, what the other one looks at. If the second one comes too late, neither ever sees
// what it waits for; and `main` waits for both.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, right;

#ifdef ALWAYS
#define MAY_SET 1
#else
#define MAY_SET (right == 0)
#endif

static void *first(void *arg) {
    while (left != 2)
        right = 1;
    return arg;
}

static void *second(void *arg) {
    if (MAY_SET)
        left = 2;
    else
        while (right != 2)
            left = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
