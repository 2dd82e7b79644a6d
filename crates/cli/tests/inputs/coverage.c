/* What is reached: T1 sets `seen` in every execution, but `x` is 1 or 2, never 3; so `seen` is 1 or 2 at the end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, seen;
static void never(void) {
    x = 3;
}
static void handle(int value) {
    if (value == 3)
        seen = 3;
    else if (value == 2)
        seen = 2;
    else
        seen = 1;
}
static void *writer(void *unused) {
    (void)unused;
    x = 2;
    return 0;
}
int main(int argc, char **argv) {
    (void)argv;
    x = 1;
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    handle(x);
    if (argc > 5)
        never();
    pthread_join(t, 0);
    return 0;
}
