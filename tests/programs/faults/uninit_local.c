//@ check: uninitialised-read line=@bug
volatile int zero = 0;

int main(void) {
    int x;
    if (zero)
        x = 1;
    if (x) /*@bug*/
        return 1;
    return 0;
}
