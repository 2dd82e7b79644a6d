//@ check --explorer optimal: data-race line=@read other=@write
//@ check --explorer optimal --order-updates: data-race line=@read other=@write
//@ check: data-race line=@read other=@write
// As phases.c, but nobody waits until all have read.
#include <pthread.h>

static pthread_barrier_t b;
static int part[3], sum[3];

static void *works(void *arg) {
    int *mine = arg, *total = &sum[mine - part];
    *mine = 1;
    pthread_barrier_wait(&b);
    for (int i = 0; i < 3; i++)
        *total += part[i]; /*@read*/
    *mine = *total;        /*@write*/
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&b, 0, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, works, &part[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
