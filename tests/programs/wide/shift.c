//@ check: overflow line=@bug message="by 128 or more"
//@ check --overflow ignore: safe
// By 128 or more there is no result.
static volatile int by = 128;

int main(void)
{
    unsigned __int128 n = 1;
    if (n << by) /*@bug*/
        return 0;
    return 0;
}
