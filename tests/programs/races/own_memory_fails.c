//@ check: assertion line=@zero
//@ check --races explore: assertion line=@zero
//@ check --races explore --explorer source: assertion line=@zero
//@ check --races explore --explorer rvf: assertion line=@zero
//@ check --races explore --explorer naive: assertion line=@zero
//@ check --races explore --model tso: assertion line=@zero
//@ check --races explore --model rc11: assertion line=@zero
// The atomic load sees the plain store before it, though no other thread comes to this memory.
#include <assert.h>

static int w;

int main(void) {
    __atomic_store_n(&w, 1, __ATOMIC_SEQ_CST);
    w = 0;
    assert(__atomic_load_n(&w, __ATOMIC_SEQ_CST) != 0); /*@zero*/
    return 0;
}
