//@ check: division-by-zero line=@bug
volatile unsigned long zero = 0;

int main(void) {
    return (int)(7 % zero); /*@bug*/
}
