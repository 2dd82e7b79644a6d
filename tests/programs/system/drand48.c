//@ check: safe executions=1 note=none output="0.000000 0.000985 89401895\n0.744525 735945821 477107655\n0.441996 565063343 -1485464893\n"
// glibc's sequences, by running it natively: without a seed, with one, and with the caller's own state.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    double first = drand48(), second = drand48();
    printf("%f %f %ld\n", first, second, lrand48());
    srand48(42);
    first = drand48();
    long third = lrand48();
    printf("%f %ld %ld\n", first, third, mrand48());
    unsigned short mine[3] = {1, 2, 3}, other[3] = {7, 8, 9}, before[3];
    first = erand48(mine);
    third = nrand48(mine);
    printf("%f %ld %ld\n", first, third, jrand48(mine));

    // What seed48 gives brings the sequence back.
    unsigned short *old = seed48(other);
    for (int i = 0; i < 3; i++)
        before[i] = old[i];
    long a = lrand48();
    seed48(before);
    long b = lrand48();
    seed48(other);
    assert(lrand48() == a);
    seed48(before);
    assert(lrand48() == b);

    struct drand48_data own = {0};
    srand48_r(42, &own);
    drand48_r(&own, &second);
    srand48(42);
    assert(drand48() == second);
    return 0;
}
