//@ check: out-of-bounds line=@bug
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(5);
    strcpy(p, "1234");
    strcpy(p, "12345"); /*@bug*/
    free(p);
    return 0;
}
