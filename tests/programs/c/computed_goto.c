//@ check: safe executions=1
#include <assert.h>

static int run(const unsigned char *code) {
    static void *const labels[] = {&&inc, &&dbl, &&halt};
    int x = 0;
    goto *labels[*code++];
inc:
    x++;
    goto *labels[*code++];
dbl:
    x *= 2;
    goto *labels[*code++];
halt:
    return x;
}

int main(void) {
    assert(run((const unsigned char[]){0, 1, 0, 1, 1, 2}) == 12);
    return 0;
}
