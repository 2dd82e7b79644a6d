//@ check: safe executions=1
//@ check --races explore: safe
// Bit-fields of packed structures lie across words; unoptimised, clang takes up to 128 bits at once.
#include <assert.h>
#include <string.h>
struct __attribute__((packed)) s0 { short f0 : 5; long f1 : 61; };
struct __attribute__((packed)) s1 { short f0 : 15; unsigned f1 : 24; int f2 : 3; unsigned f3 : 32; };
struct __attribute__((packed)) s2 { int f0 : 19; unsigned long f1 : 54; };
struct __attribute__((packed)) s3 { long f0 : 2; unsigned long f1 : 41; int f2 : 25; short f3 : 5; };
struct __attribute__((packed)) s4 { unsigned char f0 : 2; int f1 : 21; long f2 : 29; unsigned long f3 : 22; };
struct __attribute__((packed)) s5 { short f0 : 14; int f1 : 8; long f2 : 17; long f3 : 62; };

int main(void) {
    {
        struct s0 x = {6L, -357875379403849767L}, *p = &x;
        x.f0++;
        p->f0 += 493107;
        p->f0 += 158987;
        p->f0 += 44867;
        p->f1 = -575097217891598057L;
        assert(p->f0 == 8L && p->f1 == -575097217891598057L);
    }
    {
        struct s1 x = {-2852L, 2733256L, 2L, 2691433889L}, *p = &x;
        x.f2++;
        x.f3--;
        x.f3--;
        x.f2--;
        p->f1 <<= 1;
        p->f2 ^= 0;
        assert(p->f0 == -2852L && p->f1 == 5466512L && p->f2 == 2L && p->f3 == 2691433887L);
    }
    {
        struct s2 x = {-153375L, 9154254829783615L}, *p = &x;
        x.f0++;
        x.f1--;
        p->f0 = -239047L;
        p->f0 += 298;
        p->f1 += 44497;
        p->f1 ^= 981;
        x.f0++;
        p->f1 <<= 1;
        assert(p->f0 == -238748L && p->f1 == 294111150176180L);
    }
    {
        struct s3 x = {0L, 1776515902802L, -10735556L, -4L}, *p = &x;
        x.f2--;
        p->f3 = -14L;
        p->f0 ^= 643;
        p->f3 ^= 630670;
        p->f2 += 189;
        p->f2 ^= 276967;
        x.f2++;
        x.f0--;
        assert(p->f0 == -2L && p->f1 == 1776515902802L && p->f2 == -11007712L && p->f3 == -4L);
    }
    {
        struct s4 x = {2L, -505163L, -137354224L, 181192L}, *p = &x;
        p->f2 += 0;
        p->f1 ^= 192504;
        p->f2 ^= 89688;
        x.f2--;
        x.f2--;
        x.f3--;
        p->f3 += 0;
        assert(p->f0 == 2L && p->f1 == -350899L && p->f2 == -137266618L && p->f3 == 181191L);
    }
    {
        struct s5 x = {5456L, 64L, 36507L, 638940604155945104L}, *p = &x;
        p->f0 += 6;
        p->f2 += 3;
        p->f3 = 2178359365885628200L;
        p->f3 = 1282529026636287230L;
        p->f0 = 340L;
        x.f0++;
        x.f0--;
        p->f2 += 73;
        assert(p->f0 == 340L && p->f1 == 64L && p->f2 == 36583L && p->f3 == 1282529026636287230L);
    }
    return 0;
}
