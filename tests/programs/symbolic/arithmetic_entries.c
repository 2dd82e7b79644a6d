//@ check --symbolic: division-by-zero line=@divides
//@ check --symbolic --keep-going: division-by-zero line=@divides faults=1 executions=1
//@ check --symbolic --explorer source: division-by-zero line=@divides
// A number is divided by an entry of a table, which is 0 or 1 by the input. That the entry is 0 is asked once. FIXED: none is 0.
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifdef FIXED
#define FEW 2
#else
#define FEW 0
#endif

int main(void) {
    unsigned char few[4] = {1, FEW, 1, FEW};
    unsigned number = few[__VERIFIER_nondet_uchar() & 3];
    return 7 / number > 7; /*@divides*/
}
