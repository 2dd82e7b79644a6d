//@ check: safe executions=1
// Each call has its own.
#include <pthread.h>

static int f(int n) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    int result = n == 0 ? 0 : f(n - 1) + 1;
    pthread_mutex_unlock(&m);
    return result;
}

int main(void) {
    return f(5) - f(2) - 3;
}
