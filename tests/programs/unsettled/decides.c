// For a test of the machine's domains (crates/cli/tests/programs/domains.rs): 0x5EED is *unsettled*
// there, a stand-in for input, and so is whatever is computed of it. KIND says what is decided by
// it; the thread has to stop at the line with that number. In the domain of words it is a number
// like others.
//@ check: safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef KIND
#define KIND 0
#endif

struct pair {
    int first, second;
};

static int plain;
volatile int other;
static _Atomic int atomic;
static struct pair from, to;

static int last_of(int count, ...) {
    va_list list;
    va_start(list, count);
    int last = 0;
    for (int i = 0; i < count; i++) {
        last = va_arg(list, int);
    }
    va_end(list);
    return last;
}

static void *worker(void *argument) {
    atomic_store(&atomic, (int)(long)argument);
    return argument;
}

// Hands the value through threads, memory and calls; nothing depends on it.
static int hand_round(int x) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, worker, (void *)(long)(x + 1));
    pthread_join(thread, &result);
    from.second = atomic_load(&atomic);
    memcpy(&to, &from, sizeof from);
    plain = to.second;
    atomic_exchange(&atomic, plain);
    atomic_fetch_add(&atomic, (int)(long)result - plain);
    assert(to.first == 0); // the bytes beside it are settled
    return last_of(3, 1, 2, atomic_load(&atomic)) - 1;
}

static int array[8];

int main(void) {
    int settled = 3;
    int x = hand_round(0x5EED);
    int small = x - 0x5EEC; // 1, if one knows
#if KIND == 1
    if (small) { /*@1*/
        other = 1;
    }
#elif KIND == 2
    switch (x) { /*@2*/
    case 1: other = 2; break;
    case 7: other = 3; break;
    case 0x5EED: other = 4; break;
    }
#elif KIND == 3
    other = array[small]; /*@3*/
#elif KIND == 4
    array[small] = settled; /*@4*/
#elif KIND == 5
    atomic_compare_exchange_strong(&atomic, &settled, 9); /*@5*/
#elif KIND == 6
    int *made = malloc(small * sizeof *made); /*@6*/
    free(made);
#elif KIND == 7
    memset(array, 0, small); /*@7*/
#elif KIND == 8
    printf("%d\n", x); /*@8*/
#elif KIND == 9
    int (*functions[2])(int) = {hand_round, abs};
    int (*function)(int) = (int (*)(int))((long)functions[1] * small);
    other = function(3); /*@9*/
#elif KIND == 10
    char local[small]; /*@10*/
    local[0] = 0;
#elif KIND == 11
    *(_Atomic int *)(array + small) = settled; /*@11*/
#elif KIND == 12
    exit(small - 1); /*@12*/
#elif KIND == 13
    other = 12 / small + atomic_fetch_sub(&atomic, small); // arithmetic decides nothing
    if (other) { /*@13*/
        settled = 4;
    }
#elif KIND == 14
    plain = 0x5EED;
    other = strlen((char *)&plain + 4 * (small - 1)) > 0; /*@14*/
#elif KIND == 15
    return small - 1; /*@15*/
#elif KIND == 16
    atomic_store(&atomic, 0x5EED);
    int y = atomic_load(&atomic);
    other = y > 3 ? 11 : 22; /*@16*/
#endif
    // What is written over is settled again.
    atomic_store(&atomic, settled);
    if (atomic_load(&atomic)) {
        other = 5;
    }
    return 0;
}
