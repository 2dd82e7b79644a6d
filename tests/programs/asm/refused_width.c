//@ check: incomplete unsupported="inline assembly"
// The register is wider than what is exchanged: its upper half would stay.
static long n;

int main(void)
{
    short v = 1;
    __asm__ __volatile__("xchgb %b0, %1" : "+q"(v), "+m"(n));
    return 0;
}
