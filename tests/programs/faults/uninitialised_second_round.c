//@ check --stub which=0: uninitialised-read line=@variable
//@ check --stub which=1: uninitialised-read line=@array
//@ check --stub which=2: uninitialised-read line=@seen
//@ check --stub which=3: uninitialised-read line=@jump
//@ check --stub which=4: safe executions=1
// The life of a variable of an inner scope begins anew in each round; it keeps nothing of the round before, wherever the
// machine keeps it: in a register, in the frame, or in memory that others can see.
int which(void);
void look(int *at) { *at += 0; }

int main(void) {
    int w = which(), sum = 0;
    for (int i = 0; w == 0 && i < 2; i++) {
        int x;
        if (i == 0)
            x = 1;
        if (x == 1) /*@variable*/
            sum++;
    }
    for (int i = 0; w == 1 && i < 2; i++) {
        int a[3];
        if (i == 0)
            a[0] = a[1] = a[2] = 1;
        if (a[sum] == 1) /*@array*/
            sum++;
    }
    for (int i = 0; w == 2 && i < 2; i++) {
        int x;
        if (i == 0) {
            x = 1;
            look(&x);
        }
        if (x == 1) /*@seen*/
            sum++;
    }
    int rounds = 0;
again:
    if (w == 3) {
        int x;
        if (rounds == 0)
            x = 1;
        if (x == 1 && rounds++ < 2) /*@jump*/
            goto again;
    }
    // All is initialised; what is declared outside keeps its value.
    int kept;
    for (int i = 0; w == 4 && i < 3; i++) {
        int x = i, a[3] = {i}, seen = i, b[2];
        b[0] = b[1] = i;
        look(&seen);
        if (i == 0)
            kept = 0;
        kept += x + a[0] + a[1] + seen + b[i & 1];
        static int once;
        once++;
        switch (i) {
            int unlucky;
        case 0:
            unlucky = 5;
            if (unlucky != 5)
                return 1;
        }
        if (i == 2 && (kept != 12 || once != 3))
            return *(volatile int *)0;
    }
    return 0;
}
