//@ cflags: -w
//@ check: safe executions=1 note=call output="1 2\n"
// Called as functions of other types, whose arguments and results have the same kinds, or are not used: no fault. A note says where an argument is of another kind.
#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
static int ran;
static void v0(void) { ran++; }
static int i1(int a) { return a + 1; }
static void *p1(void *p) { return p; }
static long l1(long a) { return a; }
static int cmp(int *a, int *b) { return *a - *b; }
static char c1(char c) { return c; }
static void fd(double d) { (void)d; ran++; }
typedef struct { long a, b; } P;
static P two(void) { return (P){3, 4}; }
static int old(a, b) int a; float b; { return a + (int)b; }
double kr();
double kr(a) float a; { return a * 2; }
static int narrow(unsigned char c) { return c == 44 ? 1 : c > 200 ? 2 : 3; }
static int signed_narrow(signed char c) { return c + 1; }
static int negative(int c) { return c < 0; }
static unsigned char seven(void) { return 7; }
static unsigned long half(unsigned l) { return l; }
static long half_twice(unsigned l) { return (long)l * 2; }
static void widths(void)
{
    assert(((int (*)(int))narrow)(300) == 1);
    assert(((int (*)(int))signed_narrow)(0x1ff) == 0);
    assert(((int (*)(long))negative)(0x100000000L) == 0);
    assert(((unsigned long (*)(unsigned long))half)(0x100000005UL) == 5);
    assert(((long (*)(long))half_twice)(0x100000005L) == 10);
    assert(((int (*)(void))seven)() == 7);
    assert(((int (*)(signed char))i1)(-1) == 0);
}
int main(void)
{
    widths();
    ((void (*)(int, int))v0)(1, 2); ((int (*)(int, int, double))i1)(1, 2, 3.0);
    assert(((long (*)(long))p1)(5) == 5);
    assert(((void *(*)(void *))l1)((void *)6) == (void *)6);
    assert(((int (*)())i1)(4) == 5);
    int a[3] = {3, 1, 2}; qsort(a, 3, sizeof *a, (int (*)(const void *, const void *))cmp); assert(a[0] == 1);
    assert(((int (*)(int))c1)(5) == 5);
    assert(((unsigned char (*)(int))i1)(5) == 6);
    assert(((long (*)(void))two)() == 3);
    assert(old(1, 2.0) == 3); assert(kr(2.0) == 4); assert(((int (*)())old)(1, 2.0) == 3);
    int x = 1, y = 2; long z = ((long (*)(void))two)(); assert(x == 1 && y == 2 && z == 3);
    ((void (*)(int))fd)(1);
    void (*h)() = v0; h(1, "a"); int (*q)(const char *, ...) = printf; q("%d %g\n", 1, 2.0);
    assert(ran == 3);
    return 0;
}
