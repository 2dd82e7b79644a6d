//@ check: abort line=@ends
#include <stdlib.h>

int main(void)
{
    at_quick_exit(abort);
    quick_exit(0); /*@ends*/
}
