//@ check: data-race line=@reset|@count other=@reset|@count
// A worker counts the requests, whose text is input, under the lock; the operator's thread forgets the lock for one command, "CLR". Try: threadbare check examples/command_race.c
#include <pthread.h>
#include <string.h>

extern void klee_make_symbolic(void *, unsigned long, const char *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char request[4];
static int served;

static void *operator(void *arg) {
    if (memcmp(request, "CLR", 4) == 0)
        served = 0; /*@reset*/
    return arg;
}

static void *worker(void *arg) {
    if (request[0] != '\0') {
        pthread_mutex_lock(&lock);
        served++; /*@count*/
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
