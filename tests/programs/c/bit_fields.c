//@ check: safe executions=1
#include <assert.h>

struct flags {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 1;
    unsigned : 0;
    unsigned long d : 40;
    signed char e : 2;
};

static struct flags f;

int main(void) {
    f.a = 7;
    f.b = -16;
    f.c = 1;
    f.d = 0xFFFFFFFFFFul;
    f.e = -1;
    assert(f.a == 7 && f.b == -16 && f.c == 1 && f.d == 0xFFFFFFFFFFul && f.e == -1);
    f.a++;
    f.d += 2;
    assert(f.a == 0 && f.b == -16 && f.d == 1);
    f.b = 15;
    assert(f.b == 15 && f.a == 0 && f.c == 1);
    return 0;
}
