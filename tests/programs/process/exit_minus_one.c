//@ check: exit-status line=@exit message="status -1"
//@ check --expect-exit 255: safe executions=1
//@ check --expect-exit 1: exit-status line=@exit
// A status is what its last byte is.
#include <stdlib.h>

int main(void)
{
    exit(-1); /*@exit*/
}
