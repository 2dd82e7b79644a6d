/* Multiplication and division of complex numbers, as compilers call them (C11 annex G). */

double hypot(double x, double y);
double atan2(double y, double x);
float hypotf(float x, float y);
float atan2f(float y, float x);
double scalbn(double x, int exponent);
double logb(double x);

#define INFINITE(x) __builtin_isinf(x)
#define NAN(x) __builtin_isnan(x)
/* 1 for what is infinite and 0 for the rest, with the sign. */
#define BOXED(x) __builtin_copysign(INFINITE(x) ? 1.0 : 0.0, x)
/* 0 with the sign for what is not a number. */
#define NUMBER(x) (NAN(x) ? __builtin_copysign(0.0, x) : (x))

/* What an infinity makes of a product that came out as no number; false if it was none. */
static int infinite_product(double *a, double *b, double *c, double *d)
{
    int is = 0;
    if (INFINITE(*a) || INFINITE(*b)) {
        *a = BOXED(*a), *b = BOXED(*b), *c = NUMBER(*c), *d = NUMBER(*d);
        is = 1;
    }
    if (INFINITE(*c) || INFINITE(*d)) {
        *c = BOXED(*c), *d = BOXED(*d), *a = NUMBER(*a), *b = NUMBER(*b);
        is = 1;
    }
    return is;
}

double _Complex __muldc3(double a, double b, double c, double d)
{
    double ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;
    if (NAN(x) && NAN(y)) {
        int is = infinite_product(&a, &b, &c, &d);
        if (!is && (INFINITE(ac) || INFINITE(bd) || INFINITE(ad) || INFINITE(bc))) {
            a = NUMBER(a), b = NUMBER(b), c = NUMBER(c), d = NUMBER(d);
            is = 1;
        }
        if (is) {
            x = __builtin_inf() * (a * c - b * d);
            y = __builtin_inf() * (a * d + b * c);
        }
    }
    return __builtin_complex(x, y);
}

float _Complex __mulsc3(float a, float b, float c, float d)
{
    float ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;
    if (NAN(x) && NAN(y)) {
        double wa = a, wb = b, wc = c, wd = d;
        int is = infinite_product(&wa, &wb, &wc, &wd);
        if (!is && (INFINITE(ac) || INFINITE(bd) || INFINITE(ad) || INFINITE(bc))) {
            wa = NUMBER(wa), wb = NUMBER(wb), wc = NUMBER(wc), wd = NUMBER(wd);
            is = 1;
        }
        if (is) {
            x = (float)(__builtin_inf() * (wa * wc - wb * wd));
            y = (float)(__builtin_inf() * (wa * wd + wb * wc));
        }
    }
    return __builtin_complex(x, y);
}

static double larger(double a, double b)
{
    return NAN(a) || b > a ? b : a;
}

static void quotient(double a, double b, double c, double d, double *x, double *y)
{
    int shift = 0;
    double exponent = logb(larger(__builtin_fabs(c), __builtin_fabs(d)));
    if (__builtin_isfinite(exponent)) {
        shift = (int)exponent;
        c = scalbn(c, -shift);
        d = scalbn(d, -shift);
    }
    double by = c * c + d * d;
    *x = scalbn((a * c + b * d) / by, -shift);
    *y = scalbn((b * c - a * d) / by, -shift);
    if (!NAN(*x) || !NAN(*y))
        return;
    if (by == 0.0 && (!NAN(a) || !NAN(b))) {
        *x = __builtin_copysign(__builtin_inf(), c) * a;
        *y = __builtin_copysign(__builtin_inf(), c) * b;
    } else if ((INFINITE(a) || INFINITE(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = BOXED(a), b = BOXED(b);
        *x = __builtin_inf() * (a * c + b * d);
        *y = __builtin_inf() * (b * c - a * d);
    } else if (INFINITE(exponent) && exponent > 0 && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = BOXED(c), d = BOXED(d);
        *x = 0.0 * (a * c + b * d);
        *y = 0.0 * (b * c - a * d);
    }
}

double _Complex __divdc3(double a, double b, double c, double d)
{
    double x, y;
    quotient(a, b, c, d, &x, &y);
    return __builtin_complex(x, y);
}

float _Complex __divsc3(float a, float b, float c, float d)
{
    double x, y;
    quotient(a, b, c, d, &x, &y);
    return __builtin_complex((float)x, (float)y);
}

#define PARTS(type, suffix)                                  \
    type creal##suffix(type _Complex z)                      \
    {                                                        \
        return __real__ z;                                   \
    }                                                        \
    type cimag##suffix(type _Complex z)                      \
    {                                                        \
        return __imag__ z;                                   \
    }                                                        \
    type _Complex conj##suffix(type _Complex z)              \
    {                                                        \
        return __builtin_complex(__real__ z, -__imag__ z);   \
    }                                                        \
    type cabs##suffix(type _Complex z)                       \
    {                                                        \
        return hypot##suffix(__real__ z, __imag__ z);        \
    }                                                        \
    type carg##suffix(type _Complex z)                       \
    {                                                        \
        return atan2##suffix(__imag__ z, __real__ z);        \
    }
PARTS(double, )
PARTS(float, f)
