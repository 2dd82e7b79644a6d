//@ check: assertion line=@failed message="it compares 7 with 8)"
// Of two comparisons the one that fails: the first holds.
#include <assert.h>

int main(void) {
    unsigned n = 7;
    assert(n > 3 && n >= 8); /*@failed*/
    return 0;
}
