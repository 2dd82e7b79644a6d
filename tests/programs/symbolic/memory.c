//@ check --symbolic: assertion line=@found
//@ check: assertion line=@found
//@ check --preemptions 2: incomplete unsupported=__VERIFIER_nondet_memory graph-only
// Memory that is input, by the name that SV-COMP has for it.
#include <assert.h>

extern void __VERIFIER_nondet_memory(void *, unsigned long);

int main(void) {
    struct {
        int number;
        char text[2];
    } box;
    __VERIFIER_nondet_memory(&box, sizeof box);
    if (box.text[0] == 'o' && box.text[1] == 'k') assert(box.number != -7); /*@found*/
    return 0;
}
