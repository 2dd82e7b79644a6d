//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const table[])(int, int) = {add, sub, NULL};

typedef int (*operation)(int, int);
static operation choose(int minus) { return minus ? sub : add; }
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }

struct object {
    int (*method)(struct object *, int);
    int state;
};
static int bump(struct object *self, int by) { return self->state += by; }

int main(void) {
    assert(table[0](5, 3) == 8 && (*table[1])(5, 3) == 2 && table[2] == NULL);
    assert(choose(1)(1, 1) == 0 && apply(choose(0), 1, 1) == 2);
    assert(choose(0) == add && add != sub);
    struct object o = {bump, 10};
    assert(o.method(&o, 5) == 15 && o.state == 15);
    return 0;
}
