//@ cflags: -O2 -fPIC
//@ check: safe executions=1
// clang makes a table of relative addresses of this switch.
#include <assert.h>
#include <string.h>

__attribute__((noinline)) static const char *name(int n)
{
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    default: return "many";
    }
}

int main(void)
{
    volatile int n = 3;
    assert(!strcmp(name(n), "three"));
    n = 0;
    assert(!strcmp(name(n), "zero"));
    n = 5;
    assert(!strcmp(name(n), "five"));
    n = 99;
    assert(!strcmp(name(n), "many"));
    return 0;
}
