//@ check: uninitialised-read line=@bug
// The high word was never written.
#include <string.h>

int main(void)
{
    __int128 n;
    memset(&n, 1, 8);
    if (n > 1) /*@bug*/
        return 1;
    return 0;
}
