//@ check: double-free line=@bug other=@free
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p); /*@free*/
    free(p); /*@bug*/
    return 0;
}
