//@ check: safe executions=1
#include <alloca.h>
#include <assert.h>
#include <string.h>

static int length(int n) {
    char *text = alloca((unsigned long)n + 1);
    memset(text, 'a', (unsigned long)n);
    text[n] = 0;
    return (int)strlen(text);
}

int main(void) {
    assert(length(0) == 0 && length(7) == 7);
    return 0;
}
