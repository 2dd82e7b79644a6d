//@ check: safe note=spurious
//@ check --spurious: assertion line=@bug note=none
// `if` where `while` should stand: a wake-up without a signal shows it.
#include <assert.h>
#include <pthread.h>

#ifndef LOOK
#define LOOK if
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait(void *arg)
{
    pthread_mutex_lock(&m);
    LOOK (!ready)
        pthread_cond_wait(&c, &m);
    assert(ready); /*@bug*/
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
