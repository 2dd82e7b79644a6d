//@ check: division-by-zero line=@bug
static volatile __int128 zero;

int main(void)
{
    return 1 / zero == 5; /*@bug*/
}
