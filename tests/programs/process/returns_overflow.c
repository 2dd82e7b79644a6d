//@ check: overflow line=@sum other=@return thread=0
//@ check --exit-status ignore: overflow line=@sum other=@return thread=0
//@ check --overflow ignore --exit-status ignore: safe
// What `main` returns decides what the caller of the program does, as what is given to `exit` does: arithmetic without a result is
// a fault whatever status is expected.
#include <limits.h>

static int last = INT_MAX;

int main(void)
{
    int next = last + 1; /*@sum*/
    return next; /*@return*/
}
