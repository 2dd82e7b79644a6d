//@ check: overflow line=@convert message="a float does not fit into the integer of 128 bits"
// 1e39 is more than 2^127.
static volatile double large = 1e39;

int main(void)
{
    __int128 number = (__int128)large; /*@convert*/
    return number > 0;
}
