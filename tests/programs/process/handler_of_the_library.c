//@ check: abort line=@registered
// The handler is a function of the C library that no code of the program calls.
#include <stdlib.h>

int main(void)
{
    atexit(abort); /*@registered*/
    return 0;
}
