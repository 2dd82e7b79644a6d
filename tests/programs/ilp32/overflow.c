//@ cflags: -m32
//@ check: overflow line=@bug message="the sum does not fit into 32 bits"
// A long is as wide as an int.
static long add(long a, long b)
{
    return a + b; /*@bug*/
}

int main(void)
{
    long long wide = 0x7fffffffLL + 1;
    return add(0x7fffffffL, 1) == wide;
}
