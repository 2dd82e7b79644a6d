//@ check --symbolic: safe executions=9
// Which character of a set one is makes no difference to `strspn` and its kin.
#include <assert.h>
#include <string.h>

void klee_make_symbolic(void *, size_t, const char *);

int main(void) {
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    text[2] = 0;
    size_t digits = strspn(text, "0123456789");
    char *end = strpbrk(text + digits, ".,;:");
    assert(!end || *end);
    return 0;
}
