//@ check: safe executions=1
#include <assert.h>
#include <string.h>

static char a[16] = "0123456789abcde", b[16];
volatile unsigned n = 5;

int main(void) {
    assert(memcpy(b, a, 16) == b && memcmp(a, b, 16) == 0);
    memmove(b + 2, b, n);
    assert(strcmp(b, "0101234789abcde") == 0);
    memmove(b, b + 2, n);
    assert(strcmp(b, "0123434789abcde") == 0);
    memset(b, 'x', n);
    assert(strcmp(b, "xxxxx34789abcde") == 0);
    memset(b, 0x1FF, 2);
    assert(b[0] == (char)0xFF);
    memcpy(b, a, 0);
    assert(memcmp("abc", "abd", 3) < 0 && memcmp("b", "a", 1) > 0 && memcmp("x", "y", 0) == 0);
    assert(memcmp("\xff", "\x01", 1) > 0);
    assert(memchr(a, 'c', 16) == a + 12 && memchr(a, 'z', 16) == NULL);
    int big[100];
    memset(big, 0, sizeof big);
    assert(big[99] == 0);
    return 0;
}
