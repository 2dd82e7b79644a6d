//@ check: safe note=none
// A number is drawn from a seed that is not always the same, and only printed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    srand((unsigned)time(NULL));
    int drawn = rand();
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    printf("%d\n", drawn);
    return 0;
}
