//@ check --stub wrong=0: safe executions=90 commuting=42
//@ check --explorer optimal --stub wrong=1: assertion line=@bug
//@ check --explorer graph --stub wrong=1: assertion line=@bug
// i += j and j += i, N times each (here twice), under a mutex, while main reads i, then j. In order: 6! / (2! 2! 2!) = 90. The number with sections
// is that of a prototype, which agreed with brute force. The largest value of i or j is 8: i = 2, j = 3, i = 5, j = 8.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

extern int wrong(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int i = 1, j = 1;

static void *adds_j(void *arg) {
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&m);
        i += j;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

static void *adds_i(void *arg) {
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&m);
        j += i;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    int most = wrong() ? 8 : N == 2 ? 9 : 100000;
    pthread_t a, b;
    pthread_create(&a, 0, adds_j, 0);
    pthread_create(&b, 0, adds_i, 0);
    pthread_mutex_lock(&m);
    int first = i;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    int second = j;
    pthread_mutex_unlock(&m);
    assert(first < most && second < most); /*@bug*/
    return 0;
}
