//@ check: safe executions=1
// Structs with integers and floats: the classes of the System V calling convention.
#include <assert.h>

struct id { double d; int i; };
struct ff { float a, b; };
struct fff { float a, b, c; };
struct dd { double a, b; };
struct nested { struct ff f; long n; };
struct big { long a[5]; double d; };
struct empty_tail { long a; char b; };

static struct id id(struct id s) { return (struct id){s.d * 2, s.i + 1}; }
static struct ff ff(struct ff s) { return (struct ff){s.b, s.a}; }
static struct fff fff(struct fff s) { return (struct fff){s.c, s.a, s.b}; }
static struct dd dd(struct dd s) { return (struct dd){s.b, s.a}; }
static struct nested nested(struct nested s) { return (struct nested){{s.f.b, s.f.a}, -s.n}; }
static struct big big(struct big s) { s.a[4] = s.a[0]; s.d = -s.d; return s; }
static struct empty_tail tail(struct empty_tail s) { s.b++; return s; }
static long many(long a, struct id b, long c, struct big d, char e, struct dd f, long g, long h, long i, struct ff j) {
    return a + (long)b.d + b.i + c + d.a[3] + e + (long)f.a + (long)f.b + g + h + i + (long)j.a + (long)j.b;
}

int main(void) {
    struct id a = id((struct id){1.5, 7});
    assert(a.d == 3 && a.i == 8);
    struct ff b = ff((struct ff){1, 2});
    assert(b.a == 2 && b.b == 1);
    struct fff c = fff((struct fff){1, 2, 3});
    assert(c.a == 3 && c.b == 1 && c.c == 2);
    struct dd d = dd((struct dd){1, 2});
    assert(d.a == 2 && d.b == 1);
    struct nested e = nested((struct nested){{1, 2}, 3});
    assert(e.f.a == 2 && e.f.b == 1 && e.n == -3);
    struct big x = {{1, 2, 3, 4, 5}, 6};
    struct big f = big(x);
    assert(f.a[4] == 1 && f.d == -6 && x.a[4] == 5 && x.d == 6);
    struct empty_tail g = tail((struct empty_tail){-1, 5});
    assert(g.a == -1 && g.b == 6);
    assert(many(1, (struct id){2, 3}, 4, x, 5, (struct dd){6, 7}, 8, 9, 10, (struct ff){11, 12}) == 82);
    return 0;
}
