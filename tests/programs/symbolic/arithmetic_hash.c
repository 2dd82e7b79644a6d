//@ check --symbolic: safe
// A hash table whose places are a product with an odd number: the solver is asked about the products, not the keys.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 8
static uint32_t keys[SIZE];
static int values[SIZE];
static uint8_t used[SIZE];

static uint32_t place(uint32_t key) {
    return key * 2654435761u >> 29;
}

static void put(uint32_t key, int value) {
    uint32_t at = place(key);
    for (int n = 0; n < SIZE && used[at] && keys[at] != key; n++)
        at = (at + 1) % SIZE;
    used[at] = 1;
    keys[at] = key;
    values[at] = value;
}

static int get(uint32_t key) {
    uint32_t at = place(key);
    for (int n = 0; n < SIZE && used[at]; n++, at = (at + 1) % SIZE)
        if (keys[at] == key)
            return values[at];
    return -1;
}

int main(void) {
    uint32_t a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    put(a, 1);
    put(b, 2);
    assert(get(b) == 2);
    assert(a == b || get(a) == 1);
    assert(get(c) == -1 || c == a || c == b);
    return 0;
}
