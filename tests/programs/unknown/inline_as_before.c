//@ check: safe
//@ cflags: -fgnu89-inline
// See the other file.
inline int twice(int a)
{
    return 2 * a;
}

int main(void)
{
    return twice(1) - 2;
}
