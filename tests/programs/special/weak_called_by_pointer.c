//@ check: null-pointer line=@bug
extern int hook(int) __attribute__((weak));

int main(void)
{
    int (*volatile call)(int) = hook;
    return call(1); /*@bug*/
}
