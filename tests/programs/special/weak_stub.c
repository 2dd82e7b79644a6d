//@ check: safe
//@ check --stub hook=3: exit-status
// With a stub the function is there.
extern int hook(int) __attribute__((weak));

int main(void)
{
    return hook ? hook(1) : 0;
}
