//@ check --symbolic --symbolic-args 1 1 2: data-race
//@ check --symbolic --symbolic-args 1 1 1: safe
//@ check --symbolic --symbolic-args 1 1 1 --model rc11: safe
// A request of two bytes; two threads carry it out. `R!` counts without the lock. One byte is not enough for that.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served;
static char *request;

static void *serve(void *arg) {
    if (request[0] == 'R' && request[1] == '!') {
        served++;
        return arg;
    }
    pthread_mutex_lock(&lock);
    served++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(int argc, char **argv) {
    pthread_t t, u;
    request = argv[1];
    pthread_create(&t, 0, serve, 0);
    pthread_create(&u, 0, serve, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return argc != 2;
}
