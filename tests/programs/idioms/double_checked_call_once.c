//@ check --stub plain=0: safe note=none
//@ check --stub plain=1: data-race
// Double-checked initialisation with an atomic pointer; with a plain one it races.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int plain(void);
struct config {
    int a, b[3];
    const char *name;
};
static _Atomic(struct config *) good;
static struct config *bad;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int use_plain, made;

static struct config *make(void) {
    struct config *c = malloc(sizeof *c);
    *c = (struct config){.a = 1, .b = {1, 2, 3}, .name = "x"};
    made++;
    return c;
}

static struct config *get(void) {
    struct config *c = use_plain ? bad : atomic_load_explicit(&good, memory_order_acquire);
    if (c)
        return c;
    pthread_mutex_lock(&lock);
    c = use_plain ? bad : atomic_load_explicit(&good, memory_order_relaxed);
    if (!c) {
        c = make();
        if (use_plain)
            bad = c;
        else
            atomic_store_explicit(&good, c, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return c;
}

static void *user(void *arg) {
    struct config *c = get();
    assert(c->b[2] == 3 && c->name[0] == 'x');
    return arg;
}

int main(void) {
    use_plain = plain();
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, user, NULL);
    user(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(made == 1);
    free(get());
    return 0;
}
