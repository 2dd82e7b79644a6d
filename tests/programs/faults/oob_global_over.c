//@ check: out-of-bounds line=@bug
static int a[4], b[4];
volatile int n = 4;

int main(void) {
    b[0] = 1;
    return a[n]; /*@bug*/
}
