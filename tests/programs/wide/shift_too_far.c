//@ check: overflow line=@far
//@ check --overflow ignore: safe
// Without --overflow, a shift goes by its distance modulo the width, here 128, as on x86-64.
#include <assert.h>

static volatile unsigned distance = 129;
static volatile unsigned __int128 one = 1;

int main(void)
{
    assert((one << distance) == 2); /*@far*/
    assert((one << (distance - 1)) == 1);
    assert((~(unsigned __int128)0 >> (distance + 71)) == ~(unsigned __int128)0 >> 72);
    assert((-(__int128)8 >> (distance - 1)) == -8);
    return 0;
}
