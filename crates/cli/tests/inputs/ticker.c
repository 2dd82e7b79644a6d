// A thread that nobody waits for changes what only it uses, for ever and without a visible
// operation, beside two that do something.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static unsigned long ticks;
static int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *ticker(void *arg) {
    (void)arg;
    while (1) {
#ifdef BUSY
        ticks++;
#else
        sleep(1);
#ifdef COUNTS
        ticks++;
#else
        ticks = (ticks + 1) % 60;
#endif
#endif
    }
}

static void *worker(void *arg) {
    (void)arg;
#ifndef RACY
    pthread_mutex_lock(&lock);
#endif
    served++;
#ifdef LOOKS
    assert(ticks < 60);
#endif
#ifndef RACY
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    pthread_t t, a, b;
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
