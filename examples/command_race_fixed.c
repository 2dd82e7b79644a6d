//@ check: safe executions=7
// A worker counts the requests, whose text is input, under the lock; the operator's thread takes it for the command "CLR" as well. Try: threadbare check examples/command_race_fixed.c
#include <pthread.h>
#include <string.h>

extern void klee_make_symbolic(void *, unsigned long, const char *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char request[4];
static int served;

static void *operator(void *arg) {
    if (memcmp(request, "CLR", 4) == 0) {
        pthread_mutex_lock(&lock);
        served = 0;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *worker(void *arg) {
    if (request[0] != '\0') {
        pthread_mutex_lock(&lock);
        served++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t first, second;
    klee_make_symbolic(request, sizeof request, "request");
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, operator, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
