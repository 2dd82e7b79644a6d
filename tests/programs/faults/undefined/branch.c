//@ check: overflow line=@bug message="the sum does not fit into 32 bits" other=@used
//@ check --explorer source: overflow line=@bug
//@ check --explorer unfolding: overflow line=@bug
//@ check --explorer rf: overflow line=@bug
//@ check --races explore: overflow line=@bug
//@ check --model rc11: overflow line=@bug
//@ check --overflow ignore: safe
// A signed overflow is reported where it happens, once its result decides something.
#include <assert.h>
#include <limits.h>

static int step(int n) { return n + 1; /*@bug*/ }

int main(void) {
    int n = INT_MAX;
    int unused = n + 2; // decides nothing
    n = step(n);
    if (n < 0) /*@used*/
        return 0;
    assert(unused);
    return 1;
}
