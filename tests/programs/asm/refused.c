//@ check: incomplete unsupported="inline assembly"
// An increment without lock is no atomic instruction, and not modelled.
static int n;

int main(void)
{
    __asm__ __volatile__("incl %0" : "+m"(n));
    return 0;
}
