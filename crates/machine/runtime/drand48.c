/* drand48 and its kin, with glibc's sequences. As with rand, each thread has a sequence of its own, and its number is a part of its
 * seed; that of the main thread is glibc's. */
#include "tb.h"

typedef unsigned short half;
typedef unsigned long long wide;

struct drand48_data {
    half x[3];
    half old_x[3];
    half c;
    half init;
    wide a;
};
_Static_assert(sizeof(struct drand48_data) == 24, "as glibc");

#define A 0x5deece66dULL
#define C 11
#define BITS ((1ULL << 48) - 1)

static _Thread_local struct drand48_data __tb_rand48;
static _Thread_local half __tb_rand48_old[3];
static _Thread_local int __tb_rand48_seeded;

static wide joined(const half *x)
{
    return (wide)x[2] << 32 | (wide)x[1] << 16 | x[0];
}

static void part(half *x, wide value)
{
    x[0] = (half)value;
    x[1] = (half)(value >> 16);
    x[2] = (half)(value >> 32);
}

/* What makes the numbers of a thread others than those of the rest; 0 in `main`, whose handle is 1. */
static wide own(void)
{
    return ((wide)pthread_self() - 1) * 0x9e3779b97f4bULL & BITS;
}

/* The sequence of this thread. */
static struct drand48_data *mine(void)
{
    if (!__tb_rand48_seeded) {
        __tb_rand48_seeded = 1;
        part(__tb_rand48.x, own());
    }
    return &__tb_rand48;
}

static wide step(half *x, struct drand48_data *data)
{
    if (!data->init) {
        data->a = A;
        data->c = C;
        data->init = 1;
    }
    wide next = joined(x) * data->a + data->c;
    part(x, next);
    return next & BITS;
}

int erand48_r(half *x, struct drand48_data *data, double *result)
{
    *result = (double)step(x, data) / (double)(BITS + 1);
    return 0;
}

int nrand48_r(half *x, struct drand48_data *data, long *result)
{
    *result = (long)(step(x, data) >> 17);
    return 0;
}

int jrand48_r(half *x, struct drand48_data *data, long *result)
{
    *result = (int)(step(x, data) >> 16);
    return 0;
}

int drand48_r(struct drand48_data *data, double *result)
{
    return erand48_r(data->x, data, result);
}

int lrand48_r(struct drand48_data *data, long *result)
{
    return nrand48_r(data->x, data, result);
}

int mrand48_r(struct drand48_data *data, long *result)
{
    return jrand48_r(data->x, data, result);
}

static void standard(struct drand48_data *data)
{
    data->a = A;
    data->c = C;
    data->init = 1;
}

int srand48_r(long seed, struct drand48_data *data)
{
    part(data->x, (wide)(unsigned)seed << 16 | 0x330e);
    standard(data);
    return 0;
}

int seed48_r(half *seed, struct drand48_data *data)
{
    __builtin_memcpy(data->old_x, data->x, sizeof data->x);
    __builtin_memcpy(data->x, seed, sizeof data->x);
    standard(data);
    return 0;
}

int lcong48_r(half *parameters, struct drand48_data *data)
{
    __builtin_memcpy(data->x, parameters, sizeof data->x);
    data->a = joined(parameters + 3);
    data->c = parameters[6];
    data->init = 1;
    return 0;
}

double erand48(half *x)
{
    double result;
    erand48_r(x, mine(), &result);
    return result;
}

long nrand48(half *x)
{
    long result;
    nrand48_r(x, mine(), &result);
    return result;
}

long jrand48(half *x)
{
    long result;
    jrand48_r(x, mine(), &result);
    return result;
}

double drand48(void)
{
    return erand48(mine()->x);
}

long lrand48(void)
{
    return nrand48(mine()->x);
}

long mrand48(void)
{
    return jrand48(mine()->x);
}

/* `x` with the number of the thread as a part of it. */
static void mix(half *x)
{
    part(x, joined(x) ^ own());
}

void srand48(long seed)
{
    srand48_r(seed, mine());
    mix(__tb_rand48.x);
}

/* What it returns gives the old sequence back. */
half *seed48(half *seed)
{
    half given[3] = {seed[0], seed[1], seed[2]};
    __builtin_memcpy(__tb_rand48_old, mine()->x, sizeof __tb_rand48_old);
    mix(__tb_rand48_old);
    seed48_r(given, &__tb_rand48);
    mix(__tb_rand48.x);
    return __tb_rand48_old;
}

void lcong48(half *parameters)
{
    lcong48_r(parameters, mine());
    mix(__tb_rand48.x);
}
