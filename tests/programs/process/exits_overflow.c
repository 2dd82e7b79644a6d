//@ check: overflow line=@sum
//@ check --exit-status ignore: overflow line=@sum
#include <limits.h>
#include <stdlib.h>

static int last = INT_MAX;

int main(void)
{
    exit(last + 1); /*@sum*/
}
