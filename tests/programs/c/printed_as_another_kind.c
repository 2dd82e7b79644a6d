//@ check: safe
// Which register is read, and what is in it, is not modelled: the compiler's warning is told.
#include <stdio.h>

int main(void)
{
    char text[16];
    snprintf(text, sizeof text, "%d", 1.0);
    return 0;
}
