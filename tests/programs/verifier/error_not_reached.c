//@ check: safe executions=1
extern void reach_error(void);
extern void __VERIFIER_error(void);
volatile int x = 0;

int main(void) {
    if (x == 1)
        reach_error();
    if (x == 2)
        __VERIFIER_error();
    return 0;
}
