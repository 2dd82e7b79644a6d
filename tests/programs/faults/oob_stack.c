//@ check: out-of-bounds line=@bug
static void fill(int *a, int n) {
    for (int i = 0; i <= n; i++)
        a[i] = i; /*@bug*/
}

int main(void) {
    int a[3];
    fill(a, 3);
    return 0;
}
