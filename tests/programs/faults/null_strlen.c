//@ check: null-pointer line=@bug
#include <stddef.h>
#include <string.h>

char *volatile p = NULL;

int main(void) {
    return (int)strlen(p); /*@bug*/
}
