// Parallel computation of pi (a family of "Quasi-optimal partial order reduction", CAV 2018, written anew): N threads integrate
// 4 / (1 + x^2) over a part of [0, 1] each, privately, and then add what they got to a sum behind one mutex: N! executions, the orders
// in which the threads take the mutex; 5,040 for N = 7.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 7
#endif
#define STEPS 20 // each thread

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;
static int added;

static void *integrate(void *arg) {
    int from = *(int *)arg * STEPS;
    double width = 1.0 / (N * STEPS), mine = 0;
    for (int i = from; i < from + STEPS; i++) {
        double x = (i + 0.5) * width;
        mine += 4 / (1 + x * x);
    }
    pthread_mutex_lock(&lock);
    sum += mine * width;
    added++;
    // A part is more than 2/N and at most 4/N.
    assert(added <= N && sum > 2.0 * added / N && sum <= 4.0 * added / N);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int number[N];
    for (int i = 0; i < N; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, integrate, &number[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(added == N);
    // The midpoint rule is off by less than 1/(6 steps^2).
    assert(sum > 3.14159 - 1.0 / (N * STEPS * N) && sum < 3.14160 + 1.0 / (N * STEPS * N));
    return 0;
}
