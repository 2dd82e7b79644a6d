//@ check: safe executions=1
// An error-checking mutex that is not held: refused, and the thread does not count as waiting.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    assert(pthread_cond_wait(&c, &m) == EPERM);
    assert(pthread_cond_destroy(&c) == 0);
    return 0;
}
