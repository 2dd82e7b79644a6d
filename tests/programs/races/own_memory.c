//@ check: safe executions=1
//@ check --races explore: safe
//@ check --races explore --explorer source: safe
//@ check --races explore --explorer optimal: safe
//@ check --races explore --explorer observers: safe
//@ check --races explore --explorer rf: safe
//@ check --races explore --explorer rvf: safe
//@ check --races explore --model tso: safe
//@ check --races explore --model ra: safe
//@ check --races explore --model rc11: safe
//@ check --races explore --symbolic: safe
// Memory that only one thread comes to, atomically and plainly in turn: an atomic access sees what was stored plainly before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct node { int lock, n; };
static int stored, added, filled, swapped;

static void locks_of_its_own(void) {
    struct node *node = calloc(1, sizeof *node);
    for (int i = 0; i < 2; i++) {
        while (!__sync_bool_compare_and_swap(&node->lock, 0, 1))
            ;
        node->n++;
        node->lock = 0;
    }
    assert(node->n == 2);
    free(node);
}

static void counts_of_its_own(void) {
    atomic_int n;
    for (int i = 0; i < 2; i++) {
        atomic_init(&n, 0);
        n++;
        assert(n == 1);
    }
}

static void *thread(void *arg) {
    locks_of_its_own();
    counts_of_its_own();
    return arg;
}

int main(void) {
    __atomic_store_n(&stored, 1, __ATOMIC_SEQ_CST);
    stored = 0;
    assert(__atomic_load_n(&stored, __ATOMIC_SEQ_CST) == 0);
    added = 3;
    __atomic_fetch_add(&added, 1, __ATOMIC_SEQ_CST);
    added += 1;
    assert(__atomic_load_n(&added, __ATOMIC_SEQ_CST) == 5);
    __atomic_store_n(&filled, -1, __ATOMIC_RELAXED);
    memset(&filled, 0, sizeof filled);
    assert(__atomic_load_n(&filled, __ATOMIC_RELAXED) == 0);
    assert(__atomic_load_n(&swapped, __ATOMIC_RELAXED) == 0);
    swapped = 1;
    int expected = 1;
    assert(__atomic_compare_exchange_n(&swapped, &expected, 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    pthread_t other;
    pthread_create(&other, NULL, thread, NULL);
    thread(NULL);
    pthread_join(other, NULL);
    return 0;
}
