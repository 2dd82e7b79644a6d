//@ check: out-of-bounds line=@bug
static int a[4], b[4], c[4];
volatile int n = -1;

int main(void) {
    a[0] = c[0] = 1;
    b[n] = 3; /*@bug*/
    return 0;
}
