//@ check: safe executions=1
volatile int x = 2;

static int f(int n) {
    switch (n) {
    case 1: return 2;
    case 2: return 0;
    }
    __builtin_unreachable();
}

int main(void) {
    return f(x);
}
