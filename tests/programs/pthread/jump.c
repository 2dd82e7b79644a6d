//@ check: incomplete unsupported=setjmp
#include <setjmp.h>

static jmp_buf here;

int main(void) {
    return setjmp(here);
}
