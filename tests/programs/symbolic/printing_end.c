//@ check --symbolic: out-of-bounds line=@found
// Where a string ends that is printed is a question.
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[2] = {'a', __VERIFIER_nondet_char()};
    printf("%s\n", text); /*@found*/
    return 0;
}
