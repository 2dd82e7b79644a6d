//@ check: assertion line=@bug
extern void __VERIFIER_error(void);
volatile int x = 1;

int main(void) {
    if (x)
        __VERIFIER_error(); /*@bug*/
    return 0;
}
