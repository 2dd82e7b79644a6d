//@ check: safe
// 150,000 calls deep: natively these take 7 MB of the 8 MB that a thread has.
#include <assert.h>
#include <pthread.h>

#define DEPTH 150000

static int depth(int n) {
    return n ? depth(n - 1) + 1 : 0;
}

static void *thread(void *arg) {
    assert(depth(DEPTH) == DEPTH);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    thread(NULL);
    return 0;
}
