//@ check --symbolic: uninitialised-read line=@found
// What is printed is half input, half uninitialised.
#include <stdio.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    union {
        int whole;
        short half[2];
    } both;
    both.half[0] = __VERIFIER_nondet_short();
    printf("%hd\n", both.half[0]);
    printf("%d\n", both.whole); /*@found*/
    return 0;
}
