//@ check: incomplete unsupported=fp80
volatile long double x = 1.0L;

int main(void) {
    return x + 1 == 2;
}
