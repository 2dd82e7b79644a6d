//@ check --stub unprotected=0: safe
//@ check --stub unprotected=1: use-after-free
// One hazard pointer: a reader announces what it is about to use and looks again; the writer frees only what is not announced.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int unprotected(void);
struct node { int value; };
static _Atomic(struct node *) head, hazard;
static int careless;

static void *reader(void *arg) {
    struct node *n = head;
    if (!careless) {
        hazard = n;
        if (head != n)
            return arg;
    }
    assert(n->value == 1 || n->value == 2);
    hazard = NULL;
    return arg;
}

int main(void) {
    careless = unprotected();
    struct node *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    old->value = 1;
    new->value = 2;
    head = old;
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    head = new;
    int kept = hazard == old;
    if (!kept)
        free(old);
    pthread_join(t, NULL);
    if (kept)
        free(old);
    free(new);
    return 0;
}
