//@ cflags: -m32
//@ check: out-of-bounds line=@bug message="far from the object"
// A pointer that was led from one block to another is none to that, also after it was in memory.
#include <stdint.h>
#include <stdlib.h>

static char *volatile kept;

int main(void)
{
    char *a = malloc(100), *b = malloc(100);
    *b = 1;
    kept = a + ((intptr_t)b - (intptr_t)a);
    return *kept; /*@bug*/
}
