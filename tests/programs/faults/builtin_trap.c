//@ check: abort|unreachable line=@bug
int main(void) {
    volatile int x = 3;
    if (x == 3)
        __builtin_trap(); /*@bug*/
    return 0;
}
