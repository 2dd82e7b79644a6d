static int deep(int n) {
    volatile char frame[1000];
    frame[n % 1000] = 1;
    return deep(n + 1) + frame[0];
}
int main(void) { return deep(0); }
