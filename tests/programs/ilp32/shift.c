//@ cflags: -m32
//@ check: overflow line=@bug
// A shift by the width of a long.
static volatile int by = 32;

int main(void)
{
    return (int)(1L << by); /*@bug*/
}
