//@ check: safe executions=13
// A ring buffer: one thread skips as many items as the input says, another one takes one. At the end of the array the index begins again. Try: threadbare check examples/ring_index_fixed.c
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { SIZE = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], taken;
static unsigned first = 3, count = SIZE;

static void advance(unsigned n) {
    first += n;
    if (first >= SIZE)
        first -= SIZE;
    count -= n;
}

static void skip(unsigned n) {
    pthread_mutex_lock(&lock);
    if (n <= count)
        advance(n);
    pthread_mutex_unlock(&lock);
}

static void *take(void *arg) {
    pthread_mutex_lock(&lock);
    if (count > 0) {
        taken = items[first];
        advance(1);
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, NULL, take, NULL);
    skip(n);
    pthread_join(thread, NULL);
    return 0;
}
