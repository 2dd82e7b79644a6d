//@ check --stub which=0: incomplete limit=clock
//@ check --stub which=0 --races explore: incomplete limit=clock
//@ check --stub which=0 --model rc11: incomplete limit=clock
//@ check --stub which=1: assertion line=@late
//@ check --stub which=2: assertion line=@seen
//@ check --stub which=3: incomplete limit=clock
//@ check --stub which=4: deadlock
// Polls a flag until a deadline. With which=0 nobody sets it: natively the loop ends after a second, so it is no wait for ever.
// With which=1 it is set late, and natively the assertion at @late fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

int which(void);
static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    // A loop within the iteration that does not read the clock.
    for (int i = 0; i < 3; i++)
        t.tv_nsec += i;
    return t.tv_sec;
}

static void *poller(void *arg) {
    long begin = now();
    while (!atomic_load(&flag))
        if (now() - begin >= 1)
            return (void *)1;
    assert(which() != 2); /*@seen*/
    if (which() == 4)
        pthread_mutex_lock(&mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    void *late = NULL;
    if (which() == 4)
        pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, poller, NULL);
    if (which() != 0)
        atomic_store(&flag, 1);
    pthread_join(t, &late);
    if (which() == 1)
        assert(late == NULL); /*@late*/
    return 0;
}
