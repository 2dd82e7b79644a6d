//@ check: safe executions=1
// Known to be wrong: `uninitialised-read` in the second round. Without optimisation clang does not mark where the life of a
// local variable begins, so it keeps the value of the round before.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 1;
        if (x == 1)
            sum++;
    }
    return sum - 2;
}
