//@ check: unreachable line=@bug
volatile int x = 3;

static int f(int n) {
    switch (n) {
    case 1: return 2;
    case 2: return 1;
    }
    __builtin_unreachable(); /*@bug*/
}

int main(void) {
    return f(x);
}
