//@ check: safe executions=1
// Only what is reached counts.
extern int mystery(int);
volatile int x = 0;

int main(void) {
    if (x)
        return mystery(3);
    return 0;
}
