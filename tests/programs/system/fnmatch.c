//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1
#include <assert.h>
#include <fnmatch.h>

int main(void) {
    assert(fnmatch("*.c", "list.c", 0) == 0 && fnmatch("*.c", "list.h", 0) == FNM_NOMATCH);
    assert(fnmatch("a?c[0-9][!x-z]", "abc7w", 0) == 0 && fnmatch("a?c[0-9][!x-z]", "abc7y", 0) == FNM_NOMATCH);
    assert(fnmatch("*", "a/b", 0) == 0 && fnmatch("*", "a/b", FNM_PATHNAME) == FNM_NOMATCH);
    assert(fnmatch("*/b", "a/b", FNM_PATHNAME) == 0 && fnmatch("a", "a/b", FNM_LEADING_DIR) == 0);
    assert(fnmatch("*rc", ".rc", 0) == 0 && fnmatch("*rc", ".rc", FNM_PERIOD) == FNM_NOMATCH);
    assert(fnmatch("\\*", "*", 0) == 0 && fnmatch("\\*", "\\x", FNM_NOESCAPE) == 0);
    assert(fnmatch("ABC", "abc", FNM_CASEFOLD) == 0 && fnmatch("[[:digit:]]]", "5]", 0) == 0);
    return 0;
}
