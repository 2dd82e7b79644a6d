//@ check: overflow line=@bug message="smallest integer and -1"
static volatile __int128 least = (__int128)((unsigned __int128)1 << 127), by = -1;

int main(void)
{
    return least % by == 5; /*@bug*/
}
