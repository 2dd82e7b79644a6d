//@ check --symbolic --explorer graph --solver-timeout 1s --keep-going: assertion line=@less faults=1
// Products and quotients of bounded numbers of 64 bits: as many bits as they have are asked about. FIXED: the last one is not asserted.
#include <assert.h>
#include <stdint.h>

int klee_range(int begin, int end, const char *name);

int main(void) {
    int32_t a = klee_range(1, 1000, "a"), b = klee_range(1, 1000, "b");
    int32_t quotient = (int32_t)(((int64_t)a << 16) / b);
    int32_t product = (int32_t)(((int64_t)quotient * b) >> 16);
    assert(product <= a);
    assert(a - product <= 1);
    assert(product == a); /*@less*/
    return 0;
}
