//@ check: uninitialised-read line=@bug
// What is in the register that is read, nobody knows; the compiler's warning is told as well.
#include <stdio.h>

int main(void)
{
    char text[16];
    snprintf(text, sizeof text, "%d", 1.0); /*@bug*/
    return 0;
}
