//@ check --symbolic: assertion line=@found
// The header of KLEE is there, also where there is no KLEE.
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 3);
    klee_assert(x != 5); /*@found*/
    return 0;
}
