//@ check --stub wrong=0: safe executions=6 commuting=3
//@ check --stub wrong=1: assertion line=@bug
// What T1's section touches depends on what it reads: `b` only after T2. So T3 has an order with it only then. T1, T2 in that order: one execution; T2, T1: two, with T3 before and
// after T1.
#include <assert.h>
#include <pthread.h>

extern int wrong(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b, most;

static void *moves(void *arg) {
    pthread_mutex_lock(&m);
    if (a)
        b = 2;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *sets(void *arg) {
    pthread_mutex_lock(&m);
    a = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *reads(void *arg) {
    pthread_mutex_lock(&m);
    int seen = b;
    pthread_mutex_unlock(&m);
    assert(seen <= most); /*@bug*/
    return 0;
}

int main(void) {
    pthread_t t[3];
    most = wrong() ? 1 : 2;
    pthread_create(&t[0], 0, moves, 0);
    pthread_create(&t[1], 0, sets, 0);
    pthread_create(&t[2], 0, reads, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
