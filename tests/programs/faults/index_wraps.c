//@ check --stub which=0: out-of-bounds line=@global
//@ check --stub which=1: out-of-bounds line=@constant
//@ check --stub which=2: out-of-bounds line=@heap
//@ check --stub which=3: out-of-bounds line=@rows
//@ check --stub which=4: out-of-bounds line=@local
//@ check --stub which=5: out-of-bounds line=@member
//@ check --stub which=6: out-of-bounds line=@atomic
//@ check --stub which=7: safe executions=1
//@ cflags: -Wno-array-bounds
// An index so large that its product with the size of an element wraps around, to a place in the
// object again. That is as far out of bounds as it is without wrapping.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

int which(void);
static int table[4] = {1, 2, 3, 4};
static atomic_int counters[4];

/* What is in bounds, however it is said. */
static void in_bounds(int *heap, unsigned none) {
    int *middle = table + 2, *end = table + 4;
    volatile long back = -2;
    volatile size_t nothing = none;
    assert(middle[back] == 1 && middle[-1] == 2 && *(end - 1) == 4 && end[back] == 3);
    /* A small unsigned index wraps around before it is widened. */
    unsigned around = none - 1;
    assert(table[around + 2] == 2);
    /* So does a large one. */
    assert(table[nothing - 1 + 3] == 3);
    /* What compilers take for -1. */
    assert(middle[nothing - 1] == 2);
    heap[nothing] = 1;
    for (size_t i = 4; i-- > 0;)
        assert(table[i] == (int)i + 1);
    /* The bytes of an object have the largest index; no product wraps around. */
    char *bytes = (char *)table + sizeof table;
    assert(bytes[(ptrdiff_t)-16] == 1);
    ptrdiff_t between = end - table;
    assert(table[between - 1] == 4 && end[-between] == 1);
}

int main(void) {
    int w = which(), local[4] = {0}, *heap = malloc(4 * sizeof *heap), rows[2][4] = {{0}};
    struct pair { int x, y; } pairs[2] = {{0}};
    volatile unsigned long wraps = (1UL << 62) + 2;
    volatile long negative = LONG_MIN + 1;
    if (w == 0)
        return table[wraps]; /*@global*/
    if (w == 1)
        return table[(1UL << 62) + 2]; /*@constant*/
    if (w == 2)
        heap[wraps] = 1; /*@heap*/
    if (w == 3)
        return rows[wraps / 4 + 1][2]; /*@rows*/
    if (w == 4)
        return local[negative]; /*@local*/
    if (w == 5)
        return pairs[wraps / 2].y; /*@member*/
    if (w == 6)
        atomic_fetch_add(&counters[wraps], 1); /*@atomic*/
    if (w == 7)
        in_bounds(heap, 0);
    free(heap);
    return 0;
}
