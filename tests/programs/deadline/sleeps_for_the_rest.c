//@ check --stub which=0: incomplete limit=clock
//@ check --stub which=1: incomplete limit=clock
//@ check --stub which=2: safe
//@ check --stub which=3: safe
// What is left of a frame is less than nothing where the work took longer: then the sleep is refused, and somebody looks at that.
#include <assert.h>
#include <pthread.h>
#include <time.h>

int which(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void *worker(void *arg) {
    pthread_mutex_lock(&mutex);
    work++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void looks(void) {
    struct timespec start, now, rest;
    clock_gettime(CLOCK_MONOTONIC, &start);
    worker(NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = 16000000 - ((now.tv_sec - start.tv_sec) * 1000000000L + now.tv_nsec - start.tv_nsec);
    rest.tv_sec = left / 1000000000L;
    rest.tv_nsec = left % 1000000000L;
    assert(nanosleep(&rest, NULL) == 0);
}

static void looks_after_one_reading(void) {
    struct timespec rest;
    clock_gettime(CLOCK_REALTIME, &rest);
    rest.tv_sec = 1000000010 - rest.tv_sec;
    assert(nanosleep(&rest, NULL) == 0);
}

static void looks_not(void) {
    struct timespec start, now, rest;
    clock_gettime(CLOCK_MONOTONIC, &start);
    worker(NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = 16000000 - ((now.tv_sec - start.tv_sec) * 1000000000L + now.tv_nsec - start.tv_nsec);
    rest.tv_sec = left / 1000000000L;
    rest.tv_nsec = left % 1000000000L;
    nanosleep(&rest, NULL);
}

static void sleeps_until(void) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 1;
    assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == 0);
}

int main(void) {
    static void (*const ways[])(void) = {looks, looks_after_one_reading, looks_not, sleeps_until};
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    ways[which()]();
    pthread_join(t, NULL);
    return 0;
}
