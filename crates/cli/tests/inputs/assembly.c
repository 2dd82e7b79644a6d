int main(void)
{
    unsigned swapped;
    __asm__("bswap %0" : "=r"(swapped) : "0"(5u));
    return swapped == 5;
}
