// Two phases with a flag each; one thread forgets to set its flag on one path, the other polls.
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>

enum phase { IDLE, LOADED, DONE };
struct stage { _Atomic(enum phase) phase; int items; };
static struct stage stages[2];
static atomic_int failures;

static int load(int which) {
    stages[which].items = which == 1 && atomic_load(&failures) ? 0 : 3;
    if (stages[which].items == 0) return -1;
    atomic_store(&stages[which].phase, LOADED);
    return 0;
}
static void *loader(void *arg) {
    for (int i = 0; i < 2; i++)
        if (load(i) < 0) return NULL;
    return arg;
}
static void *failer(void *arg) { atomic_fetch_add(&failures, 1); return arg; }
static void *user(void *arg) {
    for (int i = 0; i < 2; i++) {
        while (atomic_load(&stages[i].phase) != LOADED) sched_yield();
        atomic_store(&stages[i].phase, DONE);
    }
    return arg;
}
int main(void) {
    pthread_t l, f, u;
    pthread_create(&l, NULL, loader, NULL);
    pthread_create(&f, NULL, failer, NULL);
    pthread_create(&u, NULL, user, NULL);
    pthread_join(l, NULL);
    pthread_join(f, NULL);
    pthread_join(u, NULL);
    return 0;
}
