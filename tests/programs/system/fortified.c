//@ cflags: -O2 -D_FORTIFY_SOURCE=2 -D_GNU_SOURCE
//@ check --stdin tests/programs/system/input.txt: safe output="n=7 ab ab\n"
// What headers make of these calls, as distributions compile by default.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <wchar.h>

int main(int argc, char **argv) {
    char *made, text[32], copy[32];
    volatile size_t n = 3;
    assert(asprintf(&made, "n=%d", argc + 6) == 3);
    strcpy(stpcpy(text, made), " ");
    stpncpy(copy, "ab", n);
    dprintf(1, "%s%s %s\n", text, copy, copy);
    assert(mempcpy(copy, "xyz", n) == copy + 3);
    explicit_bzero(copy, n);
    assert(copy[2] == 0);
    assert(fgets(text, (int)n + 2, stdin) && strlen(text) < n + 2);
    assert(fread(copy, 1, n, stdin) <= n);
    wchar_t wide[8];
    wcscpy(wide, L"wide");
    wmemset(wide, L'x', n);
    assert(wide[2] == L'x' && wide[3] == L'e');
    syslog(LOG_INFO, "%s", made);
    free(made);
    return 0;
}
