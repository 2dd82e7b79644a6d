//@ check: incomplete unsupported="128-bit"
// A switch on 128 bits is refused.
static volatile __int128 n = (__int128)1 << 64;

int main(void)
{
    switch (n) {
    case 0:
        return 1;
    case 1:
        return 2;
    default:
        return 0;
    }
}
