//@ check: safe executions=1
// The processor says that it can do nothing, so that programs choose their portable code.
#include <assert.h>
#include <cpuid.h>

int main(void) {
    unsigned a = 7, b = 7, c = 7, d = 7;
    assert(__get_cpuid_max(0, &b) == 0 && b == 0);
    assert(__get_cpuid(1, &a, &b, &c, &d) == 0);
    __cpuid_count(7, 0, a, b, c, d);
    assert(a == 0 && b == 0 && c == 0 && d == 0);
    __asm__("cpuid" : "=a"(a), "=c"(c) : "a"(1) : "ebx", "edx");
    return a != 0 || c != 0;
}
