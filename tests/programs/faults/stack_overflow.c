//@ check: stack-overflow line=@bug|@call
volatile int go = 1;

static int f(int n) {
    volatile int local[512]; /*@bug*/
    local[n % 512] = n;
    if (!go)
        return local[0];
    return f(n + 1) + local[1]; /*@call*/
}

int main(void) {
    return f(0);
}
