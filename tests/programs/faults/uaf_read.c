//@ check: use-after-free line=@bug other=@free
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p); /*@free*/
    return *p; /*@bug*/
}
