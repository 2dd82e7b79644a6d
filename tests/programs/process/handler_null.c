//@ check: null-pointer line=@registered
#include <stdlib.h>

int main(void)
{
    void (*handler)(void) = NULL;
    atexit(handler); /*@registered*/
    return 0;
}
