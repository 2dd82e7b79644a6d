//@ check: incomplete unsupported=getcontext
// Contexts are no jumps within a thread.
#include <ucontext.h>

int main(void)
{
    ucontext_t here;
    return getcontext(&here);
}
