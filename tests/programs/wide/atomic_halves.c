//@ cflags: -Wno-atomic-alignment
//@ check: safe executions=1
//@ check --model rc11: incomplete limit=mixed-size
// Atomic accesses to 16 bytes and to 8 of them are modelled together under sc only.
#include <stdatomic.h>

static struct pair { long a, b; } shared __attribute__((aligned(16)));

int main(void)
{
    struct pair next = { 1, 2 };
    __atomic_store(&shared, &next, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&shared.a, __ATOMIC_SEQ_CST) - 1;
}
