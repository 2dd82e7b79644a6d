//@ check: invalid-free line=@bug
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    free(p + 1); /*@bug*/
    return 0;
}
