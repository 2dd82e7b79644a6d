//@ check --explorer prefix: assertion line=@fails
//@ check --stub way=1 --explorer prefix: assertion line=@differs
// What `main` does depends on the number of an address, which differs in each round: no round comes back to the state of the one before.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

extern int way(void) __attribute__((weak));

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *other(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        x = !x;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    int which = way ? way() : 0;
    char *first = malloc(16);
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    for (;;) {
        char *block = malloc(16);
        pthread_mutex_lock(&mutex);
        x = !x;
        pthread_mutex_unlock(&mutex);
        if (which == 0)
            assert(((uintptr_t)block >> 16) % 64 != 50); /*@fails*/
        if (which == 1)
            assert(block - first < 30 * 65536); /*@differs*/
        free(block);
    }
}
