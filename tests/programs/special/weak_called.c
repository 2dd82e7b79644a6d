//@ check: null-pointer line=@bug message="call of the weak function `hook`"
extern int hook(int) __attribute__((weak));

int main(void)
{
    return hook(1); /*@bug*/
}
