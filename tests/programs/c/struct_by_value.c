//@ check: safe executions=1
// Structs of 1 to 40 bytes go to and come from functions: in registers, as two halves, and in memory.
#include <assert.h>
#include <string.h>

#define SIZED(n)                                          \
    struct s##n {                                         \
        unsigned char byte[n];                            \
    };                                                    \
    static struct s##n next##n(struct s##n in) {          \
        struct s##n out;                                  \
        for (int i = 0; i < n; i++)                       \
            out.byte[i] = (unsigned char)(in.byte[i] + 1); \
        return out;                                       \
    }                                                     \
    static void test##n(void) {                           \
        struct s##n a;                                    \
        for (int i = 0; i < n; i++)                       \
            a.byte[i] = (unsigned char)(i * 7);           \
        struct s##n b = next##n(a);                       \
        for (int i = 0; i < n; i++)                       \
            assert(b.byte[i] == (unsigned char)(i * 7 + 1)); \
        assert(a.byte[n - 1] == (unsigned char)((n - 1) * 7)); \
    }

SIZED(1) SIZED(2) SIZED(3) SIZED(4) SIZED(5) SIZED(6) SIZED(7) SIZED(8) SIZED(9) SIZED(10) SIZED(11) SIZED(12)
SIZED(15) SIZED(16) SIZED(17) SIZED(24) SIZED(32) SIZED(33) SIZED(40)

int main(void) {
    test1(), test2(), test3(), test4(), test5(), test6(), test7(), test8(), test9(), test10(), test11(), test12();
    test15(), test16(), test17(), test24(), test32(), test33(), test40();
    return 0;
}
