// A thread leaves with the lock held; another spins on trylock.
#include <pthread.h>
#include <stdlib.h>

struct job { int id; int *data; struct job *next; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;

static void add(int id) {
    struct job *j = malloc(sizeof *j);
    j->id = id;
    j->data = NULL;
    pthread_mutex_lock(&m);
    j->next = jobs;
    jobs = j;
    pthread_mutex_unlock(&m);
}

static int run_one(void) {
    pthread_mutex_lock(&m);
    struct job *j = jobs;
    if (!j) return 0;              // still locked
    jobs = j->next;
    pthread_mutex_unlock(&m);
    int id = j->id;
    free(j);
    return id;
}
static void *worker(void *arg) {
    (void)arg;
    while (run_one()) { }
    return NULL;
}
static void *poller(void *arg) {
    (void)arg;
    while (pthread_mutex_trylock(&m) != 0) { }
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void) {
    pthread_t w, p;
    add(1);
    add(2);
    pthread_create(&w, NULL, worker, NULL);
    pthread_create(&p, NULL, poller, NULL);
    pthread_join(w, NULL);
    pthread_join(p, NULL);
    return 0;
}
