//@ cflags: -D_GNU_SOURCE
//@ check: incomplete unsupported=FNM_EXTMATCH
#include <fnmatch.h>

int main(void) {
    return fnmatch("+(a)", "aa", FNM_EXTMATCH);
}
