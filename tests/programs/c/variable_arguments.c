//@ check: safe executions=1 output="31.5\n136.5\n123.5\n79\n1 2.500000 abc x 9 1 2 3 4 5 6 7 8 9\n    1|3.14|ab    |\n"
// Where variable arguments lie is up to the calling convention of x86-64: in six registers, in eight others, in memory; structures of at
// most 16 bytes as their halves, if there is room for both.
#include <stdarg.h>
#include <stdio.h>
typedef struct { long a, b; } S16; typedef struct { long a; double d; } SD; typedef struct { double x, y; } DD;
typedef struct { char c[40]; } Big; typedef struct { float x, y, z; } F3; typedef struct {float x; int i;} FI;
static double f(int n, const char *k, ...)
{
    va_list a, b; va_start(a, k); va_copy(b, a);
    double s = 0;
    for (; *k; k++) switch (*k) {
    case 'i': s += va_arg(a, int); break;
    case 'l': s += va_arg(a, long); break;
    case 'd': s += va_arg(a, double); break;
    case 'p': s += *va_arg(a, int *); break;
    case 'S': { S16 v = va_arg(a, S16); s += v.a * 3 + v.b; break; }
    case 'D': { SD v = va_arg(a, SD); s += v.a * 3 + v.d; break; }
    case 'E': { DD v = va_arg(a, DD); s += v.x * 3 + v.y; break; }
    case 'B': { Big v = va_arg(a, Big); s += v.c[0] + v.c[39]; break; }
    case '3': { F3 v = va_arg(a, F3); s += v.x + v.y * 2 + v.z * 5; break; }
    case 'J': { FI v = va_arg(a, FI); s += v.x + v.i * 2; break; }
    }
    va_end(a); va_end(b);
    return s;
}
static int g(double a, double b, int c, long d, S16 e, double x, const char *k, ...) {
    va_list l; va_start(l, k); char t[200]; int r = vsnprintf(t, sizeof t, k, l); va_end(l); puts(t); (void)(a + b + c + d + e.a + x); return r;
}
int main(void)
{
    int v = 7; Big b = {{1}}; b.c[39] = 4;
    S16 s = {1, 2}; SD d = {1, 2.5}; DD e = {1, 2}; F3 t = {1, 2, 3}; FI j = {1, 2};
    printf("%g\n", f(1, "idlpidl", 1, 2.0, 3L, &v, 5, 6.5, 7L));
    printf("%g\n", f(1, "SDEB3JSDEB3JSDEB3J", s, d, e, b, t, j, s, d, e, b, t, j, s, d, e, b, t, j));
    printf("%g\n", f(1, "iiiiSiiDddddddddddddEi", 1, 2, 3, 4, s, 5, 6, d, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., e, 9));
    printf("%g\n", f(1, "iiSii3ddddddEJi", 1, 2, s, 5, 6, t, 1., 2., 3., 4., 5., 6., e, j, 9));
    g(1, 2, 3, 4, s, 5, "%d %f %s %c %ld %g %g %g %g %g %g %d %d %d", 1, 2.5, "abc", 'x', 9L, 1., 2., 3., 4., 5., 6., 7, 8, 9);
    g(1, 2, 3, 4, s, 5, "%*d|%.*f|%-*s|", 5, 1, 2, 3.14159, 6, "ab");
    return 0;
}
