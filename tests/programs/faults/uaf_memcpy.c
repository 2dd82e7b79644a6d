//@ check: use-after-free line=@bug
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = calloc(1, 8), b[8];
    memcpy(b, p, 8);
    free(p);
    memcpy(b, p, 8); /*@bug*/
    return 0;
}
