//@ check: safe executions=4
// What the look before the loop has found matters later: it is no look of the loop. It finds 3, 2, 1 or 0.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 3;

static void *waits(void *arg) {
    int first = x, a = first;
    while (a)
        a = x;
    return (void *)(long)first;
}

int main(void) {
    pthread_t t;
    void *first;
    pthread_create(&t, NULL, waits, NULL);
    for (int i = 2; i >= 0; i--)
        x = i;
    pthread_join(t, &first);
    return (long)first > 3;
}
