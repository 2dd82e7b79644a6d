//@ cflags: -w
//@ check --stub which=0: uninitialised-read line=@given
//@ check --stub which=1: uninitialised-read line=@taken
//@ check --stub which=2: uninitialised-read line=@narrow
//@ check --stub which=3: uninitialised-read line=@missing
//@ check --stub which=4: uninitialised-read line=@none
//@ check --stub which=5: uninitialised-read line=@parts
//@ check --stub which=6: uninitialised-read line=@direct
//@ check --stub which=7: uninitialised-read line=@whole
//@ check --stub which=8: uninitialised-read line=@after
// C11 6.5.2.2p9: the function is called as one of another type, whose arguments or result are passed elsewhere.
#include <assert.h>

int which(void);

struct two { long a; double b; };
struct large { long a[4]; };

static double half(double d) { return d / 2; }
static float single(float f) { return f + 1; }
static int twice(int n) {
    if (n == 0) /*@taken*/
        return 0;
    return 2 * n;
}
static long difference(long a, long b) { return a - b; }
static long second(double a, long b) { return b == 2; }
static void nothing(void) {}
static struct two both(void) { return (struct two){1, 2}; }
static long first(struct large l) { return l.a[0]; } /*@whole*/
static void *table[] = {half, twice, single, difference, nothing, both, first, second};

int main(void) {
    switch (which()) {
    case 0:
        assert(((int (*)(int))table[0])(0) == 0); /*@given*/
        break;
    case 1:
        return ((int (*)(double))table[1])(0);
    case 2:
        assert(((double (*)(double))table[2])(1.0) == 2); /*@narrow*/
        break;
    case 3:
        assert(((long (*)(long))table[3])(1) == 1); /*@missing*/
        break;
    case 4:
        assert(((int (*)(void))table[4])() == 0); /*@none*/
        break;
    case 5: {
        struct { long a, b; } got = ((typeof(got) (*)(void))table[5])();
        assert(got.a == 1);
        assert(got.b == 2); /*@parts*/
        break;
    }
    case 6:
        assert(((int (*)(int))half)(0) == 0); /*@direct*/
        break;
    case 8:
        return ((long (*)(long, long))table[7])(1, 2) != 1; /*@after*/
    default: {
        struct large l = {{5}};
        return ((long (*)(struct large *))table[6])(&l) != 5;
    }
    }
    return 0;
}
