//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>

struct mixed {
    char a;
    int b;
    char c;
    double d;
    short e;
};
struct __attribute__((packed)) tight {
    char a;
    int b;
    short c;
};

static struct mixed m = {1, 2, 3, 4.5, 5};
static struct tight t = {1, 0x01020304, 5};

int main(void) {
    assert(sizeof m == 32 && offsetof(struct mixed, d) == 16);
    assert(m.a == 1 && m.b == 2 && m.c == 3 && m.d == 4.5 && m.e == 5);
    assert(sizeof t == 7 && t.b == 0x01020304 && t.c == 5);
    t.b = -1;
    assert(t.a == 1 && t.b == -1 && t.c == 5);
    struct mixed copy = m;
    copy.d = 1;
    assert(m.d == 4.5 && copy.b == 2);
    return 0;
}
