#include <pthread.h>
#include <stddef.h>

static int n;

static void *counts(void *arg) {
    for (;;)
        n++;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, counts, NULL);
    pthread_create(&u, NULL, counts, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
