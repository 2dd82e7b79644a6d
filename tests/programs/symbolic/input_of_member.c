//@ check --symbolic: assertion line=@wrong
//@ check --symbolic --input to=4: safe
//@ check --symbolic --input from=2: safe
//@ check --symbolic --input to=5 --input from=3: assertion line=@wrong
//@ check --symbolic --input high=8: safe
//@ check --symbolic --input low=7: assertion line=@wrong
// An input is called like the member that it is stored in, also of an element whose index is a
// variable, and of a member that is a structure itself.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    int low, high;
};

struct order {
    int from, to;
    struct {
        int id;
        struct pair limits[2];
    } inner;
};

struct order orders[3];

int main(void) {
    int k = 1, *index = &k;
    orders[k].from = __VERIFIER_nondet_int();
    orders[*index].to = __VERIFIER_nondet_int();
    struct order *pointer = &orders[2];
    pointer->inner.limits[k].low = __VERIFIER_nondet_int();
    pointer[-k].inner.limits[*index].high = __VERIFIER_nondet_int();
    assert(orders[1].from != 3 || orders[1].to != 5 || orders[2].inner.limits[1].low != 7 || /*@wrong*/
           orders[1].inner.limits[1].high != 9);
    return 0;
}
