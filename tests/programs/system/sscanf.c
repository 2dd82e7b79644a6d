//@ check: safe executions=1
// Values by running it natively.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = 0, b = 0, n = 0;
    unsigned char byte = 0;
    long wide = 0;
    char word[16] = "", set[16] = "", three[3];
    float f = 0;
    double d = 0;
    assert(sscanf("10,20", "%d,%d", &a, &b) == 2 && a == 10 && b == 20);
    assert(sscanf("10;20", "%d,%d", &a, &b) == 1);
    assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0);
    assert(sscanf("  abc def", "%15s %n", word, &n) == 1 && strcmp(word, "abc") == 0 && n == 6);
    assert(sscanf("abc123", "%[a-c]%hhu", set, &byte) == 2 && strcmp(set, "abc") == 0 && byte == 123);
    assert(sscanf("key=value x", "%*[^=]=%s", word) == 1 && strcmp(word, "value") == 0);
    assert(sscanf("12345", "%2d%3c", &a, three) == 2 && a == 12 && memcmp(three, "345", 3) == 0);
    assert(sscanf("0x1F 017 9", "%i %i %o", &a, &b, &n) == 2 && a == 31 && b == 15);
    assert(sscanf("-1.5e2 0x1p3", "%f %lf", &f, &d) == 2 && f == -150.0f && d == 8.0);
    assert(sscanf("9223372036854775807", "%ld", &wide) == 1 && wide == LONG_MAX);
    assert(sscanf("50%", "%d%%", &a) == 1 && a == 50);
    assert(sscanf("-", "%d", &a) == 0 && sscanf("a]b", "%[]a]", set) == 1 && strcmp(set, "a]") == 0);
    // As glibc: the longest text that may be the beginning of a number.
    char after = 0;
    assert(sscanf("0x", "%x%n", &a, &n) == 1 && a == 0 && n == 2);
    assert(sscanf("1e", "%lf%n", &d, &n) == 1 && d == 1 && n == 2);
    assert(sscanf("-infx", "%lf%c", &d, &after) == 2 && d < -1e308 && after == 'x');
    assert(sscanf("infin", "%lf", &d) == 0 && sscanf("0x", "%lf", &d) == 0 && sscanf(".", "%lf", &d) == 0);
    assert(sscanf("ab", "%3c", three) == 1);
    return 0;
}
