//@ check --symbolic: safe executions=20
// Text made of input asks how long it is: here the sign, and one to ten digits.
#ifndef KIND
#define KIND 0
#endif
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// Every form of a number, in one text.
#define FORMS(m) "%" m "d|%" m "u|%" m "x|%" m "X|%" m "o|%#" m "x|%#" m "o|%.0" m "d|%+" m "d|% 5" m "d|%-5" m "d|%05" m \
    "d|%+06" m "d|%08" m "x|%#010" m "x|%.3" m "d|%8.3" m "u|%#.3" m "o|%#.0" m "o|%02" m "x|%-04" m "X|"
#define TIMES(v) v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v

static int tell(char *to, size_t room, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, room, format, list);
    va_end(list);
    return n;
}

int main(void) {
    char text[700], other[700];
#if KIND == 0
    int id = __VERIFIER_nondet_int();
    int n = snprintf(text, 16, "user-%d", id);
    assert(n >= 6 && n <= 16 && memcmp(text, "user-", 5) == 0);
    assert((text[5] == '-') == (id < 0) && (n == 16 || text[n] == 0));
#elif KIND == 1
    int id = __VERIFIER_nondet_int();
    sprintf(text, "user-%d", id);
    assert(strcmp(text, "user--4207") != 0); /*@found*/
#elif KIND == 2
    // Each number of one byte.
    unsigned char c = __VERIFIER_nondet_uchar();
    int n = tell(text, sizeof text, FORMS("hh"), TIMES(c));
    for (int i = 0; i < 256; i++) {
        if (c != i) continue;
        assert(n == snprintf(other, sizeof other, FORMS("hh"), TIMES(i)) && strcmp(text, other) == 0);
    }
#elif KIND == 3
    static const long numbers[] = {0, 1, -1, 9, 10, -9, -10, 99, 100, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 999999999,
                                   1000000000, 0x7FFFFFFFFFFFFFFF, -0x7FFFFFFFFFFFFFFF - 1, 0xFFFFFFFFFFFFFFF,
                                   0x1000000000000000, -1000000000000000000};
    long x = __VERIFIER_nondet_long();
    int which = __VERIFIER_nondet_uchar() % 19;
    __VERIFIER_assume(x == numbers[which]);
    int n = tell(text, sizeof text, FORMS("l") FORMS(""), TIMES(x), TIMES(x));
    for (int i = 0; i < 19; i++) {
        if (x != numbers[i]) continue;
        tell(other, sizeof other, FORMS("l") FORMS(""), TIMES(numbers[i]), TIMES(numbers[i]));
        assert(n == (int)strlen(other) && strcmp(text, other) == 0);
    }
#elif KIND == 4
    // Four lengths of the name; which characters it has makes no difference.
    char name[4], c = __VERIFIER_nondet_char();
    for (int i = 0; i < 3; i++) name[i] = __VERIFIER_nondet_char();
    name[3] = 0;
    int n = snprintf(text, sizeof text, "<%.2s|%5s|%c>", name, name, c);
    int cut = strnlen(name, 2), all = strlen(name);
    assert(n == cut + 10 && text[0] == '<' && text[n - 1] == '>' && text[n - 2] == c);
    assert(memcmp(text + 1, name, cut) == 0 && text[1 + cut] == '|' && memcmp(text + n - 3 - all, name, all) == 0);
    // As much of it as there is room for.
    n = snprintf(other, 3, "%s%c", name, c);
    assert(n == all + 1 && other[all < 2 ? all : 1] == (all < 2 ? c : name[1]) && other[all < 2 ? all + 1 : 2] == 0);
#elif KIND == 5
    // The length that is returned; memory of that length.
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 100);
    int n = printf("%d %c\n", x, (char)x);
    assert(n == (x < 10 ? 4 : 5));
    char *made;
    n = asprintf(&made, "%x", x);
    assert((n == 1) == (x < 16) && (n == 1 || made[0] == '0' + x / 16) && made[n] == 0);
    free(made);
#elif KIND == 6
    // Two digits of each byte, without a question.
    unsigned char c = __VERIFIER_nondet_uchar();
    sprintf(text, "%02x%03u", c, c);
    assert(text[0] != 'f' || text[2] >= '2');
    assert(text[1] == "0123456789abcdef"[c & 15] && text[4] == '0' + c % 10);
#elif KIND == 7
    int x;
    sprintf(text, "%d %d", __VERIFIER_nondet_int(), x); /*@7*/
#endif
    return 0;
}
