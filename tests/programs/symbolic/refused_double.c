//@ check --symbolic: incomplete unsupported="floating-point input"
extern double __VERIFIER_nondet_double(void);

int main(void) {
    return __VERIFIER_nondet_double() > 1;
}
