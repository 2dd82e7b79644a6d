//@ check: safe executions=1
#include <assert.h>

static int table[100000];
static const unsigned char lookup[256] = {[65] = 1, [90] = 26};

int main(void) {
    for (int i = 0; i < 100000; i += 1000)
        table[i] = i;
    assert(table[99000] == 99000 && table[1] == 0 && lookup['A'] == 1 && lookup['Z'] == 26);
    return 0;
}
