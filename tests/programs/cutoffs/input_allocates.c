//@ check --symbolic --explorer prefix: safe
//@ check --nondet 0..3 --explorer prefix: safe
// Requests are allocated, filled with input, handed over and freed, for ever.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct request {
    unsigned char kind, size;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct request *next;

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (!next)
            pthread_cond_wait(&changed, &m);
        struct request *mine = next;
        next = NULL;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
        if (mine->kind == 1)
            assert(mine->size <= 2);
        free(mine);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (;;) {
        struct request *new = malloc(sizeof *new);
        new->kind = __VERIFIER_nondet_uchar() & 3;
        new->size = __VERIFIER_nondet_uchar() & 3;
        if (new->kind == 1 && new->size == 3)
            new->size = 0;
        pthread_mutex_lock(&m);
        while (next)
            pthread_cond_wait(&changed, &m);
        next = new;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
}
