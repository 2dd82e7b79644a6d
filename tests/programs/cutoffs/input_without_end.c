//@ check --symbolic --explorer prefix: incomplete
//@ check --nondet 0..3 --explorer prefix: safe
// A thread that takes input for ever and does nothing else: with every input at once that is no event.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    for (;;) {
        int y = __VERIFIER_nondet_int() & 1;
        (void)y;
    }
}
