//@ check: safe executions=1
// Only the byte that was written decides.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *(unsigned char *)p = 3;
    int result = (*p & 0xFF) == 3 ? 0 : 1;
    free(p);
    return result;
}
