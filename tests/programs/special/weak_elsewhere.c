//@ with: parts/hook.i
//@ check: safe executions=1
// Another input defines it.
extern int hook(int) __attribute__((weak));

int main(void)
{
    return hook ? hook(5) - 6 : 1;
}
