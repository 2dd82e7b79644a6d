//@ check: invalid-free line=@bug
#include <stdlib.h>

static int x[4];
int *volatile p = x;

int main(void) {
    free(p); /*@bug*/
    return 0;
}
