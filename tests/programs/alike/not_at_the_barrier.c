//@ check --explorer optimal: data-race line=@read other=@late
//@ check --explorer optimal --order-updates: data-race line=@read other=@late
//@ check: data-race line=@read other=@late
// A barrier for two, at which the reader meets a thread that has written nothing; the writer does not come.
#include <pthread.h>

static pthread_barrier_t b;
static int d;

static void *meets(void *arg) {
    pthread_barrier_wait(&b);
    return 0;
}

static void *writes(void *arg) {
    d = 1; /*@late*/
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&s, 0, meets, 0);
    pthread_create(&t, 0, writes, 0);
    pthread_barrier_wait(&b);
    int seen = d; /*@read*/
    pthread_join(s, 0);
    pthread_join(t, 0);
    return seen > 1;
}
