//@ check: incomplete unsupported="say `static inline`"
// In C99 `inline` alone is a definition for callers who can do without.
inline int twice(int a)
{
    return 2 * a;
}

int main(void)
{
    return twice(1) - 2;
}
