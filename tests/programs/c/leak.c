//@ check: safe executions=1 note=leak
// Memory that is never freed is a note, not a fault.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    return 0;
}
