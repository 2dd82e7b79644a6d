//@ check --stub depth=5: safe
//@ check --stub depth=20: stack-overflow
// Half a megabyte in each frame: five are four too few to exhaust eight megabytes, twenty are not. Each thread has its own.
#include <assert.h>
#include <pthread.h>
#include <string.h>

int depth(void);
static int levels;

static int fill(int n) {
    char big[512 * 1024];
    big[0] = big[sizeof big - 1] = (char)n;
    int below = n > 0 ? fill(n - 1) : 0;
    return below + big[0] + big[sizeof big - 1];
}

static void *run(void *arg) {
    assert(fill(levels) == levels * (levels + 1));
    return arg;
}

int main(void) {
    levels = depth();
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    run(NULL);
    return 0;
}
