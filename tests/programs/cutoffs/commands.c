//@ check --symbolic --explorer prefix: data-race message="with input c = 2"
//@ check --nondet 0..3 --explorer prefix: data-race
// A server that takes commands for ever, two workers, a cache: after every third flush a worker gives
// the lock back too early.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum { GET, PUT, FLUSH, STATUS };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static int command = -1, flushes;
static int cache[2];

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (command < 0)
            pthread_cond_wait(&work, &lock);
        int mine = command;
        command = -1;
        pthread_cond_signal(&room);
        if (mine == PUT)
            cache[0] = 1;
        if (mine == FLUSH && ++flushes == 3) {
            flushes = 0;
            pthread_mutex_unlock(&lock);
            cache[0] = 0;
            continue;
        }
        if (mine == FLUSH)
            cache[0] = cache[1] = 0;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, worker, NULL);
    for (;;) {
        int c = __VERIFIER_nondet_int();
        __VERIFIER_assume(c >= GET && c <= STATUS);
        pthread_mutex_lock(&lock);
        while (command >= 0)
            pthread_cond_wait(&room, &lock);
        command = c;
        pthread_cond_signal(&work);
        pthread_mutex_unlock(&lock);
    }
}
