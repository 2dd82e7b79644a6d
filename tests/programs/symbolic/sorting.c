//@ cflags: -DN=4
//@ check --symbolic: safe executions=24
//@ check --symbolic --explorer naive: safe
// Bubble sort of N numbers: each of the N! orders (equal numbers stay as they are) is one path.
// To know them all, comparisons need only be held against each other.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        for (int j = 0; j + 1 < N - i; j++)
            if (a[j] > a[j + 1]) {
                int other = a[j];
                a[j] = a[j + 1];
                a[j + 1] = other;
            }
    for (int i = 0; i + 1 < N; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
