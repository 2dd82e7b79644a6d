// Statistics with a float average computed from two variables under different locks.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER, count_lock = PTHREAD_MUTEX_INITIALIZER;
static float sum;
static int count;
static void add(float x) {
    pthread_mutex_lock(&sum_lock);
    sum += x;
#ifndef FIX
    pthread_mutex_unlock(&sum_lock);
#endif
    pthread_mutex_lock(&count_lock);
    count++;
    pthread_mutex_unlock(&count_lock);
#ifdef FIX
    pthread_mutex_unlock(&sum_lock);
#endif
}
static float average(void) {
    pthread_mutex_lock(&sum_lock);
    float s = sum;
#ifndef FIX
    pthread_mutex_unlock(&sum_lock);
#endif
    pthread_mutex_lock(&count_lock);
    int n = count;
    pthread_mutex_unlock(&count_lock);
#ifdef FIX
    pthread_mutex_unlock(&sum_lock);
#endif
    return n ? s / (float)n : 2.5f;
}
static void *sampler(void *arg) {
    add(2.5f);
    return arg;
}
static void *monitor(void *arg) {
    assert(average() == 2.5f);
    return arg;
}
int main(void) {
    add(2.5f);
    pthread_t a, b;
    pthread_create(&a, 0, sampler, 0);
    pthread_create(&b, 0, monitor, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
