//@ check --symbolic: safe
// indexer. Threads put their numbers into a table of four places, each at the first free one from where its number says. Both are there
// in the end. BAD: a place that was free when looked at is taken with a store: one number is lost, where both begin at the same place.
#include <pthread.h>
#include <stdatomic.h>
#define ROOM 4

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static atomic_uint table[ROOM];
static unsigned numbers[2];

static void *put(void *arg) {
    unsigned number = *(unsigned *)arg, at = number % ROOM;
    for (;;) {
#ifdef BAD
        if (table[at] == 0) {
            table[at] = number;
            return 0;
        }
#else
        unsigned empty = 0;
        if (atomic_compare_exchange_strong(&table[at], &empty, number)) {
            return 0;
        }
#endif
        at = (at + 1) % ROOM;
    }
}

static int has(unsigned number) {
    for (int at = 0; at < ROOM; at++) {
        if (table[at] == number) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    pthread_t t, u;
    numbers[0] = __VERIFIER_nondet_uint();
    numbers[1] = 5;
    __VERIFIER_assume(numbers[0] > 0 && numbers[0] < 10 && numbers[0] != 5);
    pthread_create(&t, 0, put, &numbers[0]);
    pthread_create(&u, 0, put, &numbers[1]);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (!has(numbers[0]) || !has(numbers[1])) {
        reach_error(); /*@lost*/
    }
    return 0;
}
