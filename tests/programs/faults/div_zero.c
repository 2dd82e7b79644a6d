//@ check: division-by-zero line=@bug
volatile int zero = 0;

int main(void) {
    return 1 / zero; /*@bug*/
}
