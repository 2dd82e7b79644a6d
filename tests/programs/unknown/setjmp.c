//@ check: incomplete unsupported=setjmp
#include <setjmp.h>

static jmp_buf where;

int main(void) {
    if (setjmp(where) == 0)
        longjmp(where, 1);
    return 0;
}
