//@ check --max-steps 100000: incomplete limit=max-steps
// A loop without end and without a visible step.
volatile int go = 1;

int main(void) {
    while (go)
        ;
    return 0;
}
