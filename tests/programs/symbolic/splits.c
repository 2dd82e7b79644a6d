//@ check --symbolic: safe executions=256
// Each bit is asked for.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int n = 0;
    for (int i = 0; i < 8; i++)
        if (x >> i & 1)
            n++;
    return n > 8;
}
