//@ check: deadlock thread=0
// More than fits is written before anybody reads.
#include <unistd.h>

int main(void)
{
    int ends[2];
    static char bytes[8192];
    pipe(ends);
    write(ends[1], bytes, sizeof bytes);
    write(ends[1], bytes, 1);
    return 0;
}
