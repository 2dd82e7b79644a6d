//@ check: overflow line=@bug other=@used
//@ check --overflow ignore: safe output="-2147483648\n"
// An argument of a library function decides.
#include <limits.h>
#include <stdio.h>

int main(void) {
    volatile int n = INT_MAX;
    int m = n + 1; /*@bug*/
    printf("%d\n", m); /*@used*/
    return 0;
}
