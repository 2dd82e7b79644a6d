//@ check --stub sleeps=0: incomplete limit=clock
//@ check --stub sleeps=1: incomplete limit=clock
//@ check --stub sleeps=0 --explorer prefix: incomplete limit=clock
//@ check --stub sleeps=1 --explorer states: incomplete limit=clock
// A thread waits in a loop until it is late enough: who is told does not find the clock before that.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

int sleeps(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;
static time_t end;

static void *polls(void *arg) {
    int asleep = sleeps();
    while (time(NULL) < end)
        if (asleep)
            usleep(1000);
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    end = time(NULL) + 2;
    pthread_create(&t, NULL, polls, NULL);
    pthread_mutex_lock(&mutex);
    int told = done;
    pthread_mutex_unlock(&mutex);
    if (told)
        assert(time(NULL) >= end);
    pthread_join(t, NULL);
    assert(time(NULL) >= end);
    return 0;
}
