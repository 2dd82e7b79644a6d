//@ check: assertion line=@bug
extern void reach_error(void);
volatile int x = 1;

int main(void) {
    if (x)
        reach_error(); /*@bug*/
    return 0;
}
