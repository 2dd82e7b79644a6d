//@ cflags: -O3
//@ check: safe
// A search that ends early, and rotations of words: vectors at -O3 (funnel shifts, the first part that is set).
#include <assert.h>
#include <stdint.h>

#define N 64
static uint32_t words[N], rotated[N];
#define M 257
static int numbers[M];

__attribute__((noinline)) static int first_above(int most) {
    int first = -1;
    for (int i = 0; i < M; i++)
        if (numbers[i] > most) {
            first = i;
            break;
        }
    return first;
}

__attribute__((noinline)) static void rotate(int by) {
    for (int i = 0; i < N; i++)
        rotated[i] = words[i] << by | words[i] >> (32 - by);
}

__attribute__((noinline)) static void rotate_each(void) {
    for (int i = 0; i < N; i++)
        rotated[i] = words[i] << (i & 31) | words[i] >> (-i & 31);
}

int main(void) {
    for (int i = 0; i < N; i++) {
        words[i] = 0x9e3779b9u * (uint32_t)(i + 1);
    }
    for (int i = 0; i < M; i++)
        numbers[i] = i * 10;
    assert(first_above(333) == 34);
    assert(first_above(0) == 1);
    assert(first_above(10000) == -1);
    rotate(7);
    for (volatile int i = 0; i < N; i++)
        assert(rotated[i] == (words[i] << 7 | words[i] >> 25));
    rotate_each();
    for (volatile int i = 1; i < N; i++)
        if (i % 32 != 0)
            assert(rotated[i] == (words[i] << i % 32 | words[i] >> (32 - i % 32)));
    assert(rotated[0] == words[0] && rotated[32] == words[32]);
    return 0;
}
