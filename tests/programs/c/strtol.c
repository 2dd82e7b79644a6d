//@ check: safe executions=1
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *text = "  -123abc";
    assert(strtol(text, &end, 10) == -123 && end == text + 6);
    assert(strtol("0x1F", NULL, 0) == 31 && strtol("077", NULL, 0) == 63 && strtol("z", NULL, 36) == 35);
    assert(strtoul("4294967296", NULL, 10) == 4294967296ul);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    const char *none = "xyz";
    assert(strtol(none, &end, 10) == 0 && end == none);
    assert(atoi("42") == 42 && atoi("-7x") == -7 && atol("123456789012") == 123456789012);
    assert(abs(-3) == 3 && labs(-3l) == 3);
    div_t d = div(17, 5);
    assert(d.quot == 3 && d.rem == 2);
    return 0;
}
