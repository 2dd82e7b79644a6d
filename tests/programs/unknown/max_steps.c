//@ check --max-steps 100000: liveness line=@here
// A loop without end and without a visible step: nothing can end it.
volatile int go = 1;

int main(void) {
    while (go) /*@here*/
        ;
    return 0;
}
