//@ cflags: -D_GNU_SOURCE
//@ check: safe output="a text"
#include <assert.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    assert(fputs_unlocked("a ", stdout) >= 0 && fwrite_unlocked("text", 1, 4, stdout) == 4);
    assert(!fflush_unlocked(stdout) && !ferror_unlocked(stdout) && fileno_unlocked(stdout) == 1 && !feof_unlocked(stdin));
    clearerr_unlocked(stdout);
    struct lconv *conventions = localeconv();
    assert(!strcmp(conventions->decimal_point, ".") && !*conventions->thousands_sep && !*conventions->currency_symbol);
    assert(conventions->frac_digits == CHAR_MAX && conventions->int_n_sign_posn == CHAR_MAX);
    return 0;
}
