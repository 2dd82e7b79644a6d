//@ check: safe
// A pool of two workers that run tasks from a list; futures with a lock and a condition each; the pool is shut down by
// tasks without a function.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct future {
    pthread_mutex_t lock;
    pthread_cond_t done;
    int ready, value;
};
struct task {
    struct task *next;
    int (*run)(int);
    int arg;
    struct future *future;
};
static struct {
    pthread_mutex_t lock;
    pthread_cond_t some;
    struct task *first, **last;
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, &pool.first};

static void submit(int (*run)(int), int arg, struct future *future) {
    struct task *t = malloc(sizeof *t);
    *t = (struct task){NULL, run, arg, future};
    pthread_mutex_lock(&pool.lock);
    *pool.last = t;
    pool.last = &t->next;
    pthread_cond_signal(&pool.some);
    pthread_mutex_unlock(&pool.lock);
}

static void *work(void *arg) {
    for (;;) {
        pthread_mutex_lock(&pool.lock);
        while (!pool.first)
            pthread_cond_wait(&pool.some, &pool.lock);
        struct task t = *pool.first;
        free(pool.first);
        pool.first = t.next;
        if (!pool.first)
            pool.last = &pool.first;
        pthread_mutex_unlock(&pool.lock);
        if (!t.run)
            return arg;
        int value = t.run(t.arg);
        pthread_mutex_lock(&t.future->lock);
        t.future->value = value;
        t.future->ready = 1;
        pthread_cond_broadcast(&t.future->done);
        pthread_mutex_unlock(&t.future->lock);
    }
}

static int await(struct future *f) {
    pthread_mutex_lock(&f->lock);
    while (!f->ready)
        pthread_cond_wait(&f->done, &f->lock);
    int value = f->value;
    pthread_mutex_unlock(&f->lock);
    pthread_mutex_destroy(&f->lock);
    pthread_cond_destroy(&f->done);
    return value;
}

static int square(int x) { return x * x; }

int main(void) {
    pthread_t w[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&w[i], NULL, work, NULL);
    struct future f = {.lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};
    submit(square, 7, &f);
    submit(NULL, 0, NULL);
    submit(NULL, 0, NULL);
    assert(await(&f) == 49);
    for (int i = 0; i < 2; i++)
        pthread_join(w[i], NULL);
    assert(!pool.first && pool.last == &pool.first);
    return 0;
}
