//@ check: null-pointer line=@bug
#include <stddef.h>
#include <string.h>

char *volatile p = NULL;
static char a[4];

int main(void) {
    memcpy(a, p, 4); /*@bug*/
    return 0;
}
