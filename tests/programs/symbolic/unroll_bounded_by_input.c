//@ check --symbolic --unroll 3: incomplete limit=unroll executions=4
//@ check --symbolic --unroll 3 --explorer source: incomplete limit=unroll
//@ check --symbolic --unroll 3 --input n=200: safe executions=1
// Input decides how often the loop goes round: 0 to 3 times are explored, as `--unroll` says.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uchar(), sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    return sum == 1000000;
}
