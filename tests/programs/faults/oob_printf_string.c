//@ check: out-of-bounds line=@bug
#include <stdio.h>

static char a[3] = {'a', 'b', 'c'};

int main(void) {
    printf("%.3s\n", a);
    printf("%s\n", a); /*@bug*/
    return 0;
}
