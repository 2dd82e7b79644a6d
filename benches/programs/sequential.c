// A loop of about N simple instructions in one thread (five per iteration): 1 execution.
#ifndef N
#define N 100000000
#endif

int main(void) {
    unsigned x = 1;
    for (unsigned i = 0; i < N / 5; i++)
        x = (x ^ i) + 0x9E3779B9u;
    return x == 0;
}
