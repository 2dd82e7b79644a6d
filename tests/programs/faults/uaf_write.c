//@ check: use-after-free line=@bug other=@free
#include <stdlib.h>

int main(void) {
    char *p = malloc(4), *q = p + 1;
    free(p); /*@free*/
    *q = 1; /*@bug*/
    return 0;
}
