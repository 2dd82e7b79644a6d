//@ check: safe executions=1
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isalpha('a') && !isalpha('1') && isdigit('9') && !isdigit('a') && isalnum('Z') && !isalnum('_'));
    assert(isspace('\t') && isspace(' ') && !isspace('x') && isupper('Q') && !isupper('q') && islower('q'));
    assert(isxdigit('f') && !isxdigit('g') && ispunct('!') && !ispunct('a') && isprint('~') && iscntrl('\n'));
    assert(toupper('a') == 'A' && toupper('1') == '1' && tolower('Z') == 'z');
    return 0;
}
