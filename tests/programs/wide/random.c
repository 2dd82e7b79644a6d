//@ check: safe executions=1
//@ cflags: -w
// Written by random_wide.py: arithmetic on 128 bits against what Python computes.
#include <assert.h>

typedef unsigned __int128 U;
typedef __int128 S;

static volatile unsigned long words[2];

static U W(unsigned long high, unsigned long low)
{
    words[0] = high;
    words[1] = low;
    return (U)words[0] << 64 | words[1];
}

static int n(int by)
{
    volatile int hidden = by;
    return hidden;
}

int main(void)
{
    { S a = W(0x0u, 0x2u), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0xffffffffffffffffu, 0xfffffffffffffffcu)); }
    { S a = W(0x0u, 0x18072e8cu), b = W(0x7fffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0xb2u), b = W(0xf1fd42a29755d4c1u, 0x3a902931cd447e35u), r = 0; (void)b, (void)r; assert((U)(a >> n(1)) == W(0x0u, 0x59u)); }
    { S a = W(0x0u, 0x0u), b = W(0x0u, 0xf0u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { U a = W(0x8000000000000000u, 0x0u), b = W(0xf701966a0u, 0xc381e88f38c0c8fdu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x53aef2b4u, 0x52412819d243fde8u)); }
    { U a = W(0x0u, 0x7fffffffffffffffu), b = W(0x1u, 0x4a2f20aaf3c64af7u), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 1 && (U)(r) == W(0xffffffffffffffffu, 0x35d0df550c39b508u)); }
    { S a = W(0x219999e3fu, 0xa46d6753ec148cb4u), b = W(0xbe3edc0a1ef2a4f0u, 0x4be03db0dc2574bdu), r = 0; (void)b, (void)r; assert((double)a == 1.6637916323236074e+29); }
    { S a = W(0x86c0f3459u, 0xf79b17aeefba91fcu), b = W(0x966baea148beab13u, 0x4da98f1d3099fdf5u), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x6994516723508946u, 0xa9f18891bf209407u)); }
    { U a = W(0x0u, 0x1u), b = W(0xaa2ca1af6a107b75u, 0x677f6cbdcc22af58u), r = 0; (void)b, (void)r; assert((unsigned char)a == 0x1); }
    { U a = W(0x5fec898fbcfbb050u, 0xacab1a6bc69d4bd8u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((a == b) == 0); }
    { S a = W(0x1u, 0x7d5c8dfc5eda92d8u), b = W(0x0u, 0x1u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { U a = W(0xa64c2f2e3u, 0x9403560d97dae38du), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0xa64c2f2e2u, 0x9403560d97dae38du)); }
    { U a = W(0x38c5fe8f8u, 0xdc3bf364eb8ac8ceu), b = W(0x0u, 0xd8f33418f3d4e711u), r = 0; (void)b, (void)r; assert((unsigned long)a == 0xdc3bf364eb8ac8ceu); }
    { U a = W(0x0u, 0x8c497c68a8c24d42u), b = W(0xdb610487c89da11bu, 0x62397bc701762741u), r = 0; (void)b, (void)r; assert((a > b) == 0); }
    { S a = W(0xf320cd57u, 0x6d14475b349aae90u), b = W(0x0u, 0x8ded3c9691eb79fau), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0xf320cd56u, 0xdf270ac4a2af3496u)); }
    { U a = W(0x0u, 0x589890086a17b9afu), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x7fffffffffffffffu), b = W(0x1dc6b13abu, 0x2e47dc0e959f3a51u), r = 0; (void)b, (void)r; assert((U)(a << 100) == W(0xfffffff000000000u, 0x0u)); }
    { U a = W(0x0u, 0x2u), b = W(0x0u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x0u, 0x2u)); }
    { S a = W(0x0u, 0x44c5b4763fe31d03u), b = W(0x0u, 0x41u), r = 0; (void)b, (void)r; assert((U)(a >> 63) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x41u), b = W(0x0u, 0x41u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x526eb523b3df44a4u), b = W(0x0u, 0x4fu), r = 0; (void)b, (void)r; assert((U)(a >> n(64)) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x4227de21u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x39u), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((double)a == 57.0); }
    { S a = W(0x1u, 0x819d7ca7b46108ccu), b = W(0x0u, 0x1fa1b1bf1u), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 0 && (U)(r) == W(0x1u, 0x819d7ca9ae7c24bdu)); }
    { U a = W(0x0u, 0x0u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a & b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0xf7c882f4u), b = W(0x0u, 0xdbc799b0121b2800u), r = 0; (void)b, (void)r; assert((U)(a << n(1)) == W(0x0u, 0x1ef9105e8u)); }
    { U a = W(0x0u, 0x28804790be6c6fe9u), b = W(0x0u, 0x22bc32021615022u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x57ecf9f2a0f6bdu, 0x42ba565e9da8acf2u)); }
    { S a = W(0x0u, 0x1f652d008u), b = W(0x0u, 0x1d3f21dccu), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x0u, 0x2260b23cu)); }
    { S a = W(0x0u, 0x7fu), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { U a = W(0xf1abb8ba3u, 0x7e0ab2ed31b1c27eu), b = W(0x0u, 0x7ff2e341810d2e30u), r = 0; (void)b, (void)r; assert((U)(a >> n(0)) == W(0xf1abb8ba3u, 0x7e0ab2ed31b1c27eu)); }
    { U a = W(0x0u, 0x4806aa81e65150b5u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((a > b) == 0); }
    { U a = W(0x0u, 0x7fu), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x1u)); }
    { U a = W(0xffffffffffffffffu, 0xfffffffffffffffeu), b = W(0xb9b81635u, 0x10b8fe223c116549u), r = 0; (void)b, (void)r; assert((a > b) == 1); }
    { S a = W(0x0u, 0x7fu), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0xffffffffffffffffu, 0x7fu)); }
    { S a = W(0x0u, 0x571ceeee56befa39u), b = W(0x0u, 0x7fffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x571ceeee56befa39u)); }
    { U a = W(0x0u, 0x1947810d8u), b = W(0x0u, 0x6816de060a04ef48u), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0xa474e7f2u); }
    { U a = W(0x0u, 0xd418f7afu), b = W(0x7fffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x544480030u, 0xf3c668b114ed2049u), b = W(0x71d43d1ffu, 0xecd1345e88c780f6u), r = 0; (void)b, (void)r; assert((a < b) == 1); }
    { U a = W(0x0u, 0x9d19ee45032b7328u), b = W(0x0u, 0x69u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x40u, 0x6fa2ba4e4cd23b68u)); }
    { S a = W(0x8000000000000000u, 0x0u), b = W(0xffffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((a >= b) == 0); }
    { U a = W(0x0u, 0x3fu), b = W(0x1u, 0xf8633958ce75f4bau), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x3fu)); }
    { U a = W(0xffffffffffffffffu, 0xfffffffffffffffeu), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0xffffffffffffffffu, 0xffffffffffffff02u)); }
    { U a = W(0x0u, 0xffffffffffffffffu), b = W(0x0u, 0x642a357c732902f4u), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 0 && (U)(r) == W(0x1u, 0x642a357c732902f3u)); }
    { U a = W(0x1u, 0x0u), b = W(0x0u, 0x40041e001c823d9eu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x3u)); }
    { S a = W(0x0u, 0x5b177a38a96dfb2cu), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((a < b) == 0); }
    { U a = W(0x0u, 0x2u), b = W(0x0u, 0xfbu), r = 0; (void)b, (void)r; assert((U)(~a | b) == W(0xffffffffffffffffu, 0xffffffffffffffffu)); }
    { U a = W(0x63f666e03a389b09u, 0xf0d3fa5c56c11669u), b = W(0x0u, 0x53u), r = 0; (void)b, (void)r; assert((U)(a >> n(7)) == W(0xc7eccdc0747136u, 0x13e1a7f4b8ad822cu)); }
    { S a = W(0x34d84e990u, 0xebddb098e4bc6e82u), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert((a > b) == 1); }
    { U a = W(0x0u, 0x7fffffffffffffffu), b = W(0x0u, 0xde1827478d1bc13au), r = 0; (void)b, (void)r; assert((double)a == 9.223372036854776e+18); }
    { S a = W(0x0u, 0x0u), b = W(0x1u, 0x1u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x119d6d73bu), b = W(0x0u, 0x825f854213bd488eu), r = 0; (void)b, (void)r; assert((a != b) == 1); }
    { U a = W(0x0u, 0x1d2511c38u), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x766dff0u)); }
    { U a = W(0x0u, 0x7fu), b = W(0x0u, 0x1u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { U a = W(0xfbf05f8fau, 0xf1878d5fd739543bu), b = W(0x0u, 0x4c867062u), r = 0; (void)b, (void)r; assert((a == b) == 0); }
    { U a = W(0x0u, 0x7fffffffffffffffu), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x0u, 0xfffffffffffffffeu)); }
    { U a = W(0x789be4b4bu, 0xd9ee50e2707c70b4u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a << 7) == W(0x3c4df25a5ecu, 0xf72871383e385a00u)); }
    { U a = W(0x9213147bf9ef954eu, 0x6aabcb78eec1754cu), b = W(0x1u, 0x1u), r = 0; (void)b, (void)r; assert((a > b) == 1); }
    { U a = W(0x0u, 0x142553a33u), b = W(0x0u, 0x66ad51fd906704c3u), r = 0; (void)b, (void)r; assert((U)(~a | b) == W(0xffffffffffffffffu, 0xffffffffbdefc5cfu)); }
    { S a = W(0x0u, 0x0u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { S a = W(0x3d061f7939c97ab1u, 0xbb3e780fa39cc4b2u), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { S a = W(0xeba6cac4au, 0xe82d2fef9c7d498au), b = W(0x1251310bebee3521u, 0xc56a92d382f21e4u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x182fa4d7au), b = W(0x0u, 0x4fd24206u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x43b14562u)); }
    { S a = W(0xffffffffffffffffu, 0xffffffffffffffffu), b = W(0x0u, 0xe5u), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0xffffffffffffffffu, 0xffffffffffffff1au)); }
    { S a = W(0x0u, 0x27e125a4u), b = W(0xc842c19au, 0xc1fbe94cb8378d82u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x27e125a4u)); }
    { U a = W(0x1u, 0x1u), b = W(0x0u, 0x41u), r = 0; (void)b, (void)r; assert((double)a == 1.8446744073709552e+19); }
    { U a = W(0x4ced5669fu, 0x1724925ffb314da0u), b = W(0x0u, 0xe9b161f4bca5f87bu), r = 0; (void)b, (void)r; assert((a > b) == 1); }
    { U a = W(0xaa8e33c94u, 0xf78047cfd788c7ccu), b = W(0x0u, 0xec9f6fbfd9d9320eu), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 1 && (U)(r) == W(0x8fb2a1dfbaf599c2u, 0xe94daef7c86cc528u)); }
    { U a = W(0x1u, 0x0u), b = W(0x3f59cd100u, 0x7ceb5fb4e8acabffu), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 1 && (U)(r) == W(0x7ceb5fb4e8acabffu, 0x0u)); }
    { U a = W(0x1u, 0x1e3b25e5e8c7a01du), b = W(0x0u, 0x7fffffffffffffffu), r = 0; (void)b, (void)r; assert((U)((__int128)(double)(long)a) == W(0x0u, 0x1e3b25e5e8c7a000u)); }
    { S a = W(0x0u, 0x8742ced2u), b = W(0x0u, 0xa0u), r = 0; (void)b, (void)r; assert((a >= b) == 1); }
    { U a = W(0x0u, 0x2c400b95u), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a << n(32)) == W(0x0u, 0x2c400b9500000000u)); }
    { U a = W(0x0u, 0xaefba2aed5153664u), b = W(0x0u, 0x8b9dd3d4u), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 0 && (U)(r) == W(0x0u, 0xaefba2ae49776290u)); }
    { U a = W(0x0u, 0x1920f3663u), b = W(0x0u, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0xffffffffffffffffu, 0x1920f3664u)); }
    { U a = W(0x0u, 0x0u), b = W(0xa63e0c32f93897b0u, 0xb96cc27ac2d532fau), r = 0; (void)b, (void)r; assert((U)(a ^ b) == W(0xa63e0c32f93897b0u, 0xb96cc27ac2d532fau)); }
    { U a = W(0x86fea51cau, 0x4fae2cf5ce33dd70u), b = W(0x71fb7f628u, 0x375c0d52dd34d6u), r = 0; (void)b, (void)r; assert((unsigned long)a == 0x4fae2cf5ce33dd70u); }
    { S a = W(0x7fffffffffffffffu, 0xffffffffffffffffu), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x1u)); }
    { S a = W(0x0u, 0x8e903fd93433b60cu), b = W(0xbd1296cde1b4a960u, 0xb8e7df9b992149e8u), r = 0; (void)b, (void)r; assert((a < b) == 0); }
    { S a = W(0x1u, 0xd5a7eb2e99d026a7u), b = W(0x4e2a89f5fcd26dadu, 0xfcd2cf1eb64e172fu), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 0 && (U)(r) == W(0x4e2a89f5fcd26dafu, 0xd27aba4d501e3dd6u)); }
    { U a = W(0x86b46f01u, 0x5c03151c32864238u), b = W(0x567be9998u, 0xf86668c16d05c818u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { S a = W(0x1157c8b3bfaf9e2fu, 0xf7adc0aee5dd6001u), b = W(0xa6142e5bf78d9952u, 0xa3ee54d43f64c50cu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x1157c8b3bfaf9e2fu, 0xf7adc0aee5dd6001u)); }
    { U a = W(0x0u, 0x40u), b = W(0x1u, 0x452fac9ac850320au), r = 0; (void)b, (void)r; assert((U)(a ^ b) == W(0x1u, 0x452fac9ac850324au)); }
    { U a = W(0x4e9a413cau, 0x59758f830297c0d6u), b = W(0x1u, 0xaf5e490bdfbaaafau), r = 0; (void)b, (void)r; assert((a >= b) == 1); }
    { U a = W(0x0u, 0x2b6c57637c0b03eeu), b = W(0x0u, 0x45u), r = 0; (void)b, (void)r; assert((a < b) == 0); }
    { S a = W(0x0u, 0x5aece68f11db6acfu), b = W(0x0u, 0x2au), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x21u)); }
    { U a = W(0xb05c4a59a2cf179fu, 0x66e4792717d259adu), b = W(0x0u, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0xb05c4a59a2cf17a0u)); }
    { S a = W(0x1u, 0x0u), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x8000000000000000u)); }
    { S a = W(0xffffffffffffffffu, 0x0u), b = W(0x0u, 0x2bu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0xffffffffffffffffu, 0xffffffffffffffd7u)); }
    { S a = W(0xb9c1317a3u, 0x5b1916cd450f0864u), b = W(0x7fffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 1 && (U)(r) == W(0xfffffff463ece85cu, 0xa4e6e932baf0f79cu)); }
    { U a = W(0x438e9de81u, 0xb74f34105463852du), b = W(0x7d11b6ba92cd2deu, 0xd802cb083e85b0a9u), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 0 && (U)(r) == W(0x7d11b6fe216b160u, 0x8f51ff1892e935d6u)); }
    { U a = W(0x8000000000000000u, 0x0u), b = W(0x0u, 0xc910c201u), r = 0; (void)b, (void)r; assert((U)(a ^ b) == W(0x8000000000000000u, 0xc910c201u)); }
    { U a = W(0x0u, 0x1defd5670u), b = W(0x2ba6e736cu, 0xeed4b1f0e9c3deeeu), r = 0; (void)b, (void)r; assert((U)(a << 127) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x1237c9540u), b = W(0xffffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a << n(63)) == W(0x91be4aa0u, 0x0u)); }
    { U a = W(0x0u, 0x11da77d91u), b = W(0x0u, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((a < b) == 1); }
    { U a = W(0x1u, 0x0u), b = W(0x0u, 0xf4u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0xf4u, 0x0u)); }
    { S a = W(0x0u, 0x0u), b = W(0x0u, 0xaeecb544u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { S a = W(0x7139bed19cf94bc1u, 0xe31e1292f6d0ac1du), b = W(0x0u, 0x8000000000000000u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0xe2737da339f29783u)); }
    { U a = W(0x0u, 0x38u), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x37u); }
    { S a = W(0x0u, 0x13c593e7fu), b = W(0x7fffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 1 && (U)(r) == W(0x8000000000000000u, 0x13c593e7eu)); }
    { U a = W(0x0u, 0x97f7634b7f0fad3bu), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x4bu, 0x63ba427408c6f045u)); }
    { S a = W(0x0u, 0x0u), b = W(0x0u, 0x6215f679e38a59aau), r = 0; (void)b, (void)r; assert((U)(a >> 127) == W(0x0u, 0x0u)); }
    { U a = W(0x1u, 0xe149a83728fa361au), b = W(0x0u, 0x1cb320db8u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x1u, 0xe149a838f42c43d2u)); }
    { S a = W(0x0u, 0x1u), b = W(0x0u, 0x145b523821464b6du), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x1u)); }
    { U a = W(0x0u, 0x9u), b = W(0xe0af5e8d2u, 0x21013eefd733230au), r = 0; (void)b, (void)r; assert((a <= b) == 1); }
    { S a = W(0x0u, 0x7124b2fu), b = W(0xd87abbffd12ff4bfu, 0xafd03fb9477e4a80u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x7124b2fu)); }
    { U a = W(0x0u, 0x4499e3afa18d58b8u), b = W(0xf6839853ed43ab3u, 0x3e3b4290a2b73a66u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x8000000000000000u, 0x0u), b = W(0xf819b750u, 0x85ad0c99a36cf2b9u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0xe968d31u, 0xe7372d73549ee95du)); }
    { S a = W(0x0u, 0x1b62e9693u), b = W(0xbe47cc7a446056bfu, 0xb6aafae511f10c60u), r = 0; (void)b, (void)r; assert((double)a == 7351473811.0); }
    { U a = W(0x0u, 0x40u), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((U)(a & b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0xb7ef083da277078u), b = W(0x15ec8e9d7u, 0x8049e97a781b5120u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x618b24ce95b4f56cu, 0xb4831892dc2c0700u)); }
    { U a = W(0x0u, 0x1u), b = W(0x0u, 0xe539d34du), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0xffffffffffffffffu, 0xffffffff1ac62cb4u)); }
    { U a = W(0x0u, 0x40008e261722ebbeu), b = W(0x0u, 0x4du), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x13u); }
    { U a = W(0x0u, 0x8000000000000000u), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x20u); }
    { S a = W(0xd765194f6cc1aeafu, 0x181437224dc232a6u), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a >> n(63)) == W(0xffffffffffffffffu, 0xaeca329ed9835d5eu)); }
    { S a = W(0x1u, 0xe54e1ad1f4cfd336u), b = W(0x0u, 0x1a70f268fu), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x32200c6fdu, 0x2c6ce3ca339aff2au)); }
    { U a = W(0xb3877f0e94d43edeu, 0xd5b48ad0d810c3f6u), b = W(0x0u, 0xe5u), r = 0; (void)b, (void)r; assert((U)((__int128)(double)(long)a) == W(0xffffffffffffffffu, 0xd5b48ad0d810c400u)); }
    { U a = W(0x1u, 0x1u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 0 && (U)(r) == W(0x0u, 0x1u)); }
    { U a = W(0x0u, 0x2u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a << n(64)) == W(0x2u, 0x0u)); }
    { U a = W(0x0u, 0x8000000000000000u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0xffffffffffffffffu, 0x8000000000000000u)); }
    { U a = W(0x0u, 0x1512e2beau), b = W(0x0u, 0x119fe69f92b75630u), r = 0; (void)b, (void)r; assert((U)(a >> 65) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0xbddbf0caed7852ceu), b = W(0x0u, 0xecu), r = 0; (void)b, (void)r; assert((U)(a & b) == W(0x0u, 0xccu)); }
    { S a = W(0xffffffffffffffffu, 0x0u), b = W(0x0u, 0x3ed03c49c8b0da28u), r = 0; (void)b, (void)r; assert((double)a == -1.8446744073709552e+19); }
    { S a = W(0x1u, 0x1u), b = W(0x0u, 0xfad138059927a8fdu), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x0u, 0x52ec7fa66d85704u)); }
    { U a = W(0x0u, 0x40u), b = W(0x0u, 0x7fffffffffffffffu), r = 0; (void)b, (void)r; assert((a > b) == 0); }
    { S a = W(0x0u, 0xc42dddc2u), b = W(0xf1966a3bbu, 0xcfcd69020cd3aee8u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x3fu), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x0u, 0x7eu)); }
    { U a = W(0x0u, 0xcbu), b = W(0xdca1284f82f01b58u, 0x2c61cbecd69871bcu), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x235ed7b07d0fe4a7u, 0xd39e341329678f0fu)); }
    { S a = W(0x0u, 0xceb52fc3b5d4ce45u), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x0u, 0xceb52fc3b5d4cec4u)); }
    { S a = W(0x0u, 0x6ce9e732u), b = W(0xc3056ddb0u, 0xf1da2b29e9a1a258u), r = 0; (void)b, (void)r; assert((double)a == 1827268402.0); }
    { U a = W(0x0u, 0x8000000000000000u), b = W(0x0u, 0xbfu), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x5fu); }
    { U a = W(0x1u, 0x675bb4b3138fcc23u), b = W(0x50a453e8cu, 0x6cf3eeea95a8303bu), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x50a453e8du, 0xd44fa39da937fc5eu)); }
    { S a = W(0x0u, 0xffffffffffffffffu), b = W(0xd265bcd71ebb3ef7u, 0x8a70103f0168e969u), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x2d9a4328e144c109u, 0x758fefc0fe971696u)); }
    { U a = W(0x8b03ee7cc6cd35ffu, 0xf885ce6350c80450u), b = W(0x86953e9e8u, 0x868f815448525e8au), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 0 && (U)(r) == W(0x8b03ee745d794c17u, 0x71f64d0f0875a5c6u)); }
    { U a = W(0x24d49ffceu, 0x73d87fd74ec9521cu), b = W(0xfc5c32896u, 0x8ccc6ff223ec7597u), r = 0; (void)b, (void)r; assert((U)(a << 7) == W(0x126a4ffe739u, 0xec3feba764a90e00u)); }
    { S a = W(0x1u, 0xa95b3b44bc735ca7u), b = W(0x8000000000000000u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a >> 64) == W(0x0u, 0x1u)); }
    { U a = W(0xecd7866317297db8u, 0xe614578704b15253u), b = W(0x0u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a >> 64) == W(0x0u, 0xecd7866317297db8u)); }
    { S a = W(0x0u, 0xbfd64e7fa2c63133u), b = W(0x0u, 0x74c6224f6372099au), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x57819508808e3592u, 0xf79acb8684aa63aeu)); }
    { U a = W(0x8000000000000000u, 0x0u), b = W(0x0u, 0x41u), r = 0; (void)b, (void)r; assert((unsigned char)a == 0x0); }
    { U a = W(0xff31aeb00u, 0x49825407c9419650u), b = W(0xb6bb685a0u, 0xbd512b39498afb13u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 1 && (U)(r) == W(0x1864bc10f3aa2393u, 0x34cff7ef155e97f0u)); }
    { S a = W(0xffffffffffffffffu, 0xfffffffffffffffeu), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x21u), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((double)a == 33.0); }
    { S a = W(0x0u, 0x8000000000000000u), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x8u)); }
    { U a = W(0x0u, 0x16u), b = W(0x0u, 0x8cu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0xf2u), b = W(0x0u, 0xbcu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x36u)); }
    { S a = W(0x43ecf2b9fec08e90u, 0x1e5fa037bdba19ebu), b = W(0x0u, 0x17ace7783u), r = 0; (void)b, (void)r; assert((a <= b) == 0); }
    { S a = W(0x0u, 0xddu), b = W(0xffffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { U a = W(0x1u, 0x9b2a1bb01dbc77acu), b = W(0x0u, 0x162e8c79cu), r = 0; (void)b, (void)r; assert((a == b) == 0); }
    { S a = W(0x1u, 0xe350835fbe40d9f3u), b = W(0x0u, 0x7e12f154de724287u), r = 0; (void)b, (void)r; assert((a <= b) == 0); }
    { U a = W(0x17c68d11cu, 0xdc6da46e564b7be9u), b = W(0x1u, 0x1u), r = 0; (void)b, (void)r; assert((U)(a & b) == W(0x0u, 0x1u)); }
    { S a = W(0x1u, 0xc285df1a4cc3e668u), b = W(0x0u, 0x820d311au), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x1f4b5762u)); }
    { U a = W(0x0u, 0x40u), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x40u)); }
    { S a = W(0x0u, 0x88u), b = W(0x469eeec3bu, 0xf2242639261b5841u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x25846ed7fd8u, 0xa3344e5c3e86e288u)); }
    { U a = W(0x0u, 0x36e2f04e7dc7922eu), b = W(0x256a10d9bu, 0x3ddd98597875e73fu), r = 0; (void)b, (void)r; assert((a != b) == 1); }
    { S a = W(0x288e63e06u, 0x737c2ee5b1b536f9u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x737c2ee5b1b536f9u)); }
    { S a = W(0x0u, 0x7fu), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a >> n(65)) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x40u), b = W(0x0u, 0x116890d91u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x41u), b = W(0x0u, 0x9031d495u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x53e0472c6c198787u), b = W(0x0u, 0x0u), r = 0; (void)b, (void)r; assert((a > b) == 1); }
    { U a = W(0x0u, 0x7fffffffffffffffu), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x1f24df0305eb8165u), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((a >= b) == 1); }
    { U a = W(0x0u, 0x58u), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((U)(a >> n(32)) == W(0x0u, 0x0u)); }
    { U a = W(0xffffffffffffffffu, 0x0u), b = W(0x0u, 0x0u), r = 0; (void)b, (void)r; assert((a > b) == 1); }
    { U a = W(0x0u, 0xb85544caef0756b9u), b = W(0x0u, 0x118074ae5u), r = 0; (void)b, (void)r; assert((U)(a >> 63) == W(0x0u, 0x1u)); }
    { U a = W(0x1u, 0x0u), b = W(0x0u, 0x5au), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x2d82d82d82d82d8u)); }
    { U a = W(0x0u, 0x17508f8c67b8c2f8u), b = W(0x979bffa46u, 0x87198e7ab9b22163u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x17508f8c67b8c2f8u)); }
    { U a = W(0x0u, 0x382a1bd2e5f84260u), b = W(0x8999f975cu, 0xdcef328221468e5u), r = 0; (void)b, (void)r; assert((a != b) == 1); }
    { U a = W(0x8000000000000000u, 0x0u), b = W(0x0u, 0x0u), r = 0; (void)b, (void)r; assert((double)a == 1.7014118346046923e+38); }
    { S a = W(0xffffffffffffffffu, 0x0u), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { U a = W(0x1u, 0x1u), b = W(0x1u, 0x1u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x1u)); }
    { U a = W(0x7c9309194b0cd98u, 0xaf413d9d81e2021bu), b = W(0x0u, 0x21d89737aeb292fbu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x3ae3ce22b7b365a3u)); }
    { U a = W(0x0u, 0x7fu), b = W(0x0u, 0xe37aca275d769ceau), r = 0; (void)b, (void)r; assert((a == b) == 0); }
    { U a = W(0x7fffffffffffffffu, 0xffffffffffffffffu), b = W(0x1u, 0xfa0955731e2c0ef7u), r = 0; (void)b, (void)r; assert((U)(a >> 7) == W(0xffffffffffffffu, 0xffffffffffffffffu)); }
    { U a = W(0x0u, 0x0u), b = W(0x0u, 0xebu), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x0u); }
    { S a = W(0x0u, 0x75u), b = W(0x8000000000000000u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x75u)); }
    { U a = W(0x0u, 0x67f86286688eed8fu), b = W(0x0u, 0x19u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0xau, 0x27419f2035f532f7u)); }
    { S a = W(0xd4ee8f760ac4cf15u, 0xcfeb88270026ae8bu), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0xd4ee8f760ac4cf15u, 0xcfeb88270026ae4bu)); }
    { S a = W(0x9fbcec1bdu, 0xc86ddbce4559eb49u), b = W(0xd1d8684179526c86u, 0xcd55924f5b3e361bu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { S a = W(0x1u, 0x1u), b = W(0x0u, 0xc6u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x11u)); }
    { U a = W(0x1u, 0x1u), b = W(0x0u, 0x1u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x1u, 0x1u)); }
    { U a = W(0x0u, 0xc1000bea4b3f1d20u), b = W(0x0u, 0xb3016992cc564cc8u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x1u)); }
    { S a = W(0x1u, 0x0u), b = W(0xaa48ae5e0u, 0x8b0445512c154307u), r = 0; (void)b, (void)r; assert((U)(a >> n(65)) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0xf9u), b = W(0x0u, 0x358f0efbe5b5d483u), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 0 && (U)(r) == W(0x0u, 0x358f0efbe5b5d57cu)); }
    { S a = W(0x0u, 0x3fu), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x3fu)); }
    { U a = W(0x1u, 0x7e1cae655e9ad1e6u), b = W(0x70cb730c6e96f9b8u, 0x319ac940efd01861u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x1u, 0x7e1cae655e9ad1e6u)); }
    { U a = W(0xffffffffffffffffu, 0xfffffffffffffffeu), b = W(0x0u, 0x265e9dedu), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 0 && (U)(r) == W(0xffffffffffffffffu, 0xffffffffd9a16211u)); }
    { S a = W(0x0u, 0x0u), b = W(0x0u, 0x17573bb6cu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x27cf91fbeaff520bu), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((U)(a << 1) == W(0x0u, 0x4f9f23f7d5fea416u)); }
    { U a = W(0x7fffffffffffffffu, 0xffffffffffffffffu), b = W(0x3a763bf0e9a3788du, 0xcafdfd7ebc6f6237u), r = 0; (void)b, (void)r; assert((double)a == 1.7014118346046923e+38); }
    { S a = W(0x0u, 0x0u), b = W(0x0u, 0xfb6eb3a5u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x7fffffffffffffffu), b = W(0x0u, 0x41u), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x20u); }
    { S a = W(0xc3c546716u, 0x6d6bbc9c37845506u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x6d6bbc9c37845506u)); }
    { U a = W(0x18968b582u, 0xff8aa933a74f7dffu), b = W(0xffffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x8f59b48116f59e48u), b = W(0x1u, 0xfa6460360b83c705u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x2u, 0x89be14b72279654du)); }
    { U a = W(0x0u, 0xffffffffffffffffu), b = W(0x22197c77984fbd65u, 0x2aacba426a6213e1u), r = 0; (void)b, (void)r; assert((double)a == 1.8446744073709552e+19); }
    { S a = W(0x8fdf9117bu, 0x72dd0d77a2f1cfc9u), b = W(0xb653e7187u, 0xb2e9ed252ae90104u), r = 0; (void)b, (void)r; assert((a < b) == 1); }
    { U a = W(0x0u, 0xed9d7dcb5c285d6du), b = W(0x0u, 0x8000000000000000u), r = 0; (void)b, (void)r; assert((double)a == 1.7121979670710477e+19); }
    { U a = W(0x2488bce5eda92bb4u, 0x560b9ad25c4b4649u), b = W(0x0u, 0x8000000000000000u), r = 0; (void)b, (void)r; assert((unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x2b05cd692e25a324u); }
    { S a = W(0xffffffffffffffffu, 0xffffffffffffffffu), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((a > b) == 0); }
    { S a = W(0x0u, 0x7fu), b = W(0x23a2258f93de63d6u, 0x3d6566b5df35dbdeu), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 0 && (U)(r) == W(0xdc5dda706c219c29u, 0xc29a994a20ca24a1u)); }
    { S a = W(0x0u, 0x7fu), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x3fu)); }
    { S a = W(0x7fffffffffffffffu, 0xffffffffffffffffu), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x1ffffffffffffffu, 0xffffffffffffffffu)); }
    { U a = W(0x0u, 0x2u), b = W(0x0u, 0x4921bef423b17de0u), r = 0; (void)b, (void)r; assert((unsigned long)a == 0x2u); }
    { U a = W(0x0u, 0x39a01c4fu), b = W(0x0u, 0x890d92387dfbbb5au), r = 0; (void)b, (void)r; assert((U)(~a | b) == W(0xffffffffffffffffu, 0xfffffffffffffbfau)); }
    { U a = W(0x0u, 0xb493c84235763838u), b = W(0x0u, 0xcf6975f7ccf03c36u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x1u, 0x1u), b = W(0x0u, 0xee95a3a9e4cd603u), r = 0; (void)b, (void)r; assert((U)(a >> n(0)) == W(0x1u, 0x1u)); }
    { S a = W(0x0u, 0x40u), b = W(0xda9ee69b1ccdf61bu, 0x1a71580dd266b00au), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x40u)); }
    { S a = W(0x6596256981fa0627u, 0x811580bc353719fdu), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x55u)); }
    { U a = W(0x0u, 0x1d05b490au), b = W(0xcf019ed91ef2be2au, 0xb7bbe1d600ee0092u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x1d05b490au)); }
    { S a = W(0xffffffffffffffffu, 0xfffffffffffffffeu), b = W(0x0u, 0x448563f0u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { S a = W(0x6daf4081bu, 0x3bad948580bbe14eu), b = W(0x7e7534d945a077d6u, 0x66071f0b6bd33a6bu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x6daf4081bu, 0x3bad948580bbe14eu)); }
    { S a = W(0x0u, 0x12fc87104u), b = W(0x0u, 0x1u), r = 0; (void)b, (void)r; assert((a <= b) == 0); }
    { U a = W(0x1u, 0x0u), b = W(0x0u, 0x13u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x13u, 0x0u)); }
    { S a = W(0x0u, 0xf4f59c8cu), b = W(0x0u, 0x1d8ebc32du), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x1u, 0xc48670daf9ef289cu)); }
    { U a = W(0x0u, 0x7fffffffffffffffu), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert((U)(a & b) == W(0x0u, 0x2u)); }
    { S a = W(0xd25cea933u, 0xe42ac3222d417214u), b = W(0x0u, 0xb05ae32781a9da0u), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0xd25cea933u, 0xd92514efb526d474u)); }
    { U a = W(0x7fffffffffffffffu, 0xffffffffffffffffu), b = W(0x7fffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x1u)); }
    { U a = W(0x0u, 0xe7dc97f644963ff3u), b = W(0x0u, 0x8du), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x0u, 0xe7dc97f644963f66u)); }
    { U a = W(0x2cb938ebfu, 0x513b4224bfbaf77du), b = W(0x1471c583au, 0xff33a69bd9d8b4bau), r = 0; (void)b, (void)r; assert((unsigned char)a == 0x7d); }
    { U a = W(0x9935db824u, 0x60ca48cca76ff1du), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((a < b) == 1); }
    { U a = W(0x0u, 0x5e4bd956eed17540u), b = W(0x0u, 0xa3u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x6au)); }
    { U a = W(0x0u, 0x2u), b = W(0x1u, 0x800533ac55a0ab16u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x1u, 0x800533ac55a0ab18u)); }
    { U a = W(0x0u, 0x36c499d25c60bf3eu), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((a < b) == 0); }
    { U a = W(0xf5c2b12ecu, 0xd24c91c66bbd6a3cu), b = W(0x0u, 0x8000000000000000u), r = 0; (void)b, (void)r; assert((unsigned char)a == 0x3c); }
    { U a = W(0x0u, 0x2u), b = W(0x0u, 0x1d1e3ce9bu), r = 0; (void)b, (void)r; assert((U)((__int128)(double)(long)a) == W(0x0u, 0x2u)); }
    { U a = W(0x9c92c3f45u, 0x92e2ab5a48aac7b6u), b = W(0x0u, 0x41u), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 0 && (U)(r) == W(0x9c92c3f45u, 0x92e2ab5a48aac775u)); }
    { S a = W(0x0u, 0xffffffffffffffffu), b = W(0x194ca67d35e8ae21u, 0x3c1f3adf43476c2au), r = 0; (void)b, (void)r; assert((double)a == 1.8446744073709552e+19); }
    { U a = W(0xdf9e5384c99305c8u, 0x4d238065831c27ceu), b = W(0x0u, 0x1d26faa2au), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x7abb375au, 0xd2cc7c48891f94bcu)); }
    { S a = W(0x0u, 0xffffffffffffffffu), b = W(0x0u, 0x9064139u), r = 0; (void)b, (void)r; assert((double)a == 1.8446744073709552e+19); }
    { S a = W(0x1u, 0x0u), b = W(0x0u, 0x1e309ec61u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x9c25da82u)); }
    { U a = W(0x6cb13cd1869f0a4bu, 0xdf777ac9a12251bdu), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((a <= b) == 0); }
    { S a = W(0x4b8b72aa9u, 0x1f5842a68198f9ccu), b = W(0x0u, 0x5cu), r = 0; (void)b, (void)r; assert((U)(a >> n(65)) == W(0x0u, 0x25c5b9554u)); }
    { U a = W(0xe3842cbf3u, 0x5acc5117b925dd5au), b = W(0x0u, 0x3u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x2aa8c863dau, 0x1064f3472b71980eu)); }
    { U a = W(0x0u, 0x1u), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert((a != b) == 1); }
    { S a = W(0xffffffffffffffffu, 0x0u), b = W(0xffffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((a >= b) == 0); }
    { U a = W(0x0u, 0x6458ce09532c9735u), b = W(0x0u, 0x31u), r = 0; (void)b, (void)r; assert((a != b) == 1); }
    { S a = W(0x0u, 0xffffffffffffffffu), b = W(0x5795972a8u, 0x9d1907e26d1e121du), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x5795972a9u, 0x9d1907e26d1e121cu)); }
    { S a = W(0x0u, 0x3fu), b = W(0xdf3c33813u, 0x9ea90005aa1f8452u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x3fu)); }
    { U a = W(0x0u, 0xa59d054b12f5b904u), b = W(0xf3b532547e8cd540u, 0xcde19cd283a40773u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0xa59d054b12f5b904u)); }
    { S a = W(0xa999775e4u, 0x7a446bb9dae958f8u), b = W(0x0u, 0x789eeb589a8d9457u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x167f33c736u)); }
    { U a = W(0x0u, 0xc3d3561f903e07b5u), b = W(0x44160ede6u, 0x4257ae5b8a2a7057u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0xc3d3561f903e07b5u)); }
    { S a = W(0x0u, 0xe454021a7521269bu), b = W(0xffffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0xffffffffffffffffu, 0x1babfde58aded965u)); }
    { U a = W(0x0u, 0xfd0e423cb23ef624u), b = W(0x0u, 0x6ff6c730dcc1afb6u), r = 0; (void)b, (void)r; assert((unsigned long)a == 0xfd0e423cb23ef624u); }
    { S a = W(0x0u, 0x41u), b = W(0x3d4784260f4f163u, 0x4e72db140dd4e6cfu), r = 0; (void)b, (void)r; assert((U)(a >> n(63)) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x1u), b = W(0x0u, 0x2u), r = 0; (void)b, (void)r; assert((a <= b) == 1); }
    { S a = W(0xb0d5fdffc7f30591u, 0x20dc84b810f7179eu), b = W(0x8000000000000000u, 0x0u), r = 0; (void)b, (void)r; assert((U)(a >> n(127)) == W(0xffffffffffffffffu, 0xffffffffffffffffu)); }
    { S a = W(0x0u, 0x41u), b = W(0x5a4096132u, 0x92f47b34bff5887au), r = 0; (void)b, (void)r; assert((U)(a >> 32) == W(0x0u, 0x0u)); }
    { U a = W(0xffffffffffffffffu, 0x0u), b = W(0x0u, 0xf0u), r = 0; (void)b, (void)r; assert(__builtin_sub_overflow(a, b, &r) == 0 && (U)(r) == W(0xfffffffffffffffeu, 0xffffffffffffff10u)); }
    { S a = W(0xa3da256deu, 0x9e166ea50acf264au), b = W(0x7fffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((a <= b) == 1); }
    { S a = W(0xb801fbbcbe6a99e7u, 0x4c9bf327fd50ad1fu), b = W(0x0u, 0xb6u), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 0 && (U)(r) == W(0xb801fbbcbe6a99e7u, 0x4c9bf327fd50add5u)); }
    { S a = W(0x5eea1539fdf830f9u, 0x7fbdd18257994adu), b = W(0x0u, 0xcd1afcf4dfd74033u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x5eea1539fdf830f9u, 0xd516da0d0550d4e0u)); }
    { U a = W(0x0u, 0x3fu), b = W(0x0u, 0x8c4d1dd7cf766edeu), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x22u, 0x86fa581c0e2548a2u)); }
    { U a = W(0x0u, 0xffffffffffffffffu), b = W(0x3877202b804b4b70u, 0x1d6e69587dec95c0u), r = 0; (void)b, (void)r; assert((U)((__int128)(double)(long)a) == W(0xffffffffffffffffu, 0xffffffffffffffffu)); }
    { S a = W(0x0u, 0x5f6b997b6fd06132u), b = W(0x0u, 0x1au), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x0u, 0x5f6b997b6fd06118u)); }
    { S a = W(0x0u, 0x2135a722u), b = W(0x0u, 0x37u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x16u)); }
    { U a = W(0x0u, 0x0u), b = W(0x0u, 0x0u), r = 0; (void)b, (void)r; assert((double)a == 0.0); }
    { U a = W(0x0u, 0x0u), b = W(0x4333a6521u, 0x780dabba361ba5deu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x3bc7bda8e387d1b5u), b = W(0x7fffffffffffffffu, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((a >= b) == 0); }
    { S a = W(0x53a1b5b254d6f493u, 0x90c7e5c73dfc87cu), b = W(0x0u, 0x90u), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x53a1b5b254d6f493u, 0x90c7e5c73dfc7ecu)); }
    { U a = W(0x0u, 0x37e715adu), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((U)(a >> n(0)) == W(0x0u, 0x37e715adu)); }
    { U a = W(0x0u, 0x11014e6cau), b = W(0x0u, 0x10b090ed6u), r = 0; (void)b, (void)r; assert((unsigned long)a == 0x11014e6cau); }
    { U a = W(0x0u, 0x2u), b = W(0x0u, 0xaa2e29a4u), r = 0; (void)b, (void)r; assert((U)(a & b) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x3fu), b = W(0x0u, 0x7fffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x3fu)); }
    { U a = W(0x8000000000000000u, 0x0u), b = W(0xc3d4a2674073d07cu, 0xb953cdce08426379u), r = 0; (void)b, (void)r; assert((U)(a >> n(31)) == W(0x100000000u, 0x0u)); }
    { U a = W(0xffffffffffffffffu, 0xffffffffffffffffu), b = W(0xdd51c60361e8303bu, 0x9d903e47de0420c2u), r = 0; (void)b, (void)r; assert((U)(~a | b) == W(0xdd51c60361e8303bu, 0x9d903e47de0420c2u)); }
    { S a = W(0x0u, 0x1d4fed542u), b = W(0x0u, 0x2dba1741e92c15e4u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x1d4fed542u)); }
    { S a = W(0x0u, 0x2u), b = W(0x1u, 0x46e42744e2ade707u), r = 0; (void)b, (void)r; assert((U)(a >> n(32)) == W(0x0u, 0x0u)); }
    { S a = W(0x0u, 0x74d2d35a68c50d38u), b = W(0x1u, 0x0u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0x74d2d35a68c50d38u, 0x0u)); }
    { S a = W(0x0u, 0x4d6be2872099a8a6u), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x0u, 0x26u)); }
    { U a = W(0x0u, 0x1752ac62au), b = W(0x0u, 0x293ed17fu), r = 0; (void)b, (void)r; assert((U)(a << 127) == W(0x0u, 0x0u)); }
    { U a = W(0x1u, 0x0u), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a ^ b) == W(0xfffffffffffffffeu, 0xfffffffffffffffeu)); }
    { U a = W(0xe731e33acu, 0xe2e7b3395a6f5d99u), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((U)(a ^ b) == W(0xe731e33acu, 0xe2e7b3395a6f5dd9u)); }
    { S a = W(0x1u, 0x8f3ff1888dbf8ccu), b = W(0x0u, 0x7fu), r = 0; (void)b, (void)r; assert((double)a == 1.909188372619408e+19); }
    { S a = W(0xd5af51434u, 0xdecd2cd9ef346092u), b = W(0x5aa74b7a8u, 0xcf6cb0f2a085cc6cu), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x2u)); }
    { S a = W(0x7fffffffffffffffu, 0xffffffffffffffffu), b = W(0x0u, 0x8000000000000000u), r = 0; (void)b, (void)r; assert((double)a == 1.7014118346046923e+38); }
    { S a = W(0x0u, 0xff8116du), b = W(0x0u, 0x9036b7d053ba99d8u), r = 0; (void)b, (void)r; assert((a >= b) == 0); }
    { U a = W(0x0u, 0x1u), b = W(0x0u, 0xffffffffffffffffu), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0x1u, 0x0u)); }
    { U a = W(0x0u, 0x40u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((a >= b) == 0); }
    { U a = W(0x0u, 0x2u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { S a = W(0xddcdaf77cu, 0x6e9fafd0ca0d6262u), b = W(0xd832fff68u, 0x2ed145f479981798u), r = 0; (void)b, (void)r; assert((a < b) == 0); }
    { S a = W(0x0u, 0x46u), b = W(0x0u, 0x40u), r = 0; (void)b, (void)r; assert((a <= b) == 0); }
    { U a = W(0xffffffffffffffffu, 0xfffffffffffffffeu), b = W(0x0u, 0x1u), r = 0; (void)b, (void)r; assert((U)(~a | b) == W(0x0u, 0x1u)); }
    { S a = W(0x164ab910361efb35u, 0xde0a7162b232e727u), b = W(0x2a3d9f0d57a92bdfu, 0x9a0375703241a461u), r = 0; (void)b, (void)r; assert((U)(a % b) == W(0x164ab910361efb35u, 0xde0a7162b232e727u)); }
    { U a = W(0x4983bdeedf3308eu, 0xfc3c8c87b4f19bdeu), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0xf6cf884224199ee2u, 0x786e6f0961cc844u)); }
    { S a = W(0x0u, 0x8f25027b7ffd30e4u), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a - b) == W(0x0u, 0x8f25027b7ffd30e6u)); }
    { U a = W(0x0u, 0xffffffffffffffffu), b = W(0x65686e719u, 0x7b1d93c316efedadu), r = 0; (void)b, (void)r; assert((U)(a << 1) == W(0x1u, 0xfffffffffffffffeu)); }
    { S a = W(0x1u, 0x0u), b = W(0x0u, 0x41u), r = 0; (void)b, (void)r; assert((a > b) == 1); }
    { U a = W(0x0u, 0x8000000000000000u), b = W(0x0u, 0xf3681a9d6a7c5ae2u), r = 0; (void)b, (void)r; assert((a == b) == 0); }
    { S a = W(0x0u, 0x1du), b = W(0xc5b411160u, 0x473f8e5237a7d901u), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0xc5b411160u, 0x473f8e5237a7d91eu)); }
    { U a = W(0x52c20b0f8u, 0xace621d44182fb37u), b = W(0x0u, 0x3fu), r = 0; (void)b, (void)r; assert((unsigned long)a == 0xace621d44182fb37u); }
    { U a = W(0x6313874cdu, 0xdfbc323db2465489u), b = W(0x0u, 0xd528d775u), r = 0; (void)b, (void)r; assert((U)(a * b) == W(0x27f0e02c7438d433u, 0x7e2d263ebd8bb19du)); }
    { S a = W(0x0u, 0x11438c817u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert(__builtin_mul_overflow(a, b, &r) == 0 && (U)(r) == W(0xfffffffeebc737e9u, 0x0u)); }
    { U a = W(0xcb8b5d5785391dd3u, 0xeac283d253c752bau), b = W(0xffffffffffffffffu, 0xfffffffffffffffeu), r = 0; (void)b, (void)r; assert((U)(a + b) == W(0xcb8b5d5785391dd3u, 0xeac283d253c752b8u)); }
    { U a = W(0xffffffffffffffffu, 0xffffffffffffffffu), b = W(0x1u, 0x1u), r = 0; (void)b, (void)r; assert((double)a == 3.402823669209385e+38); }
    { S a = W(0x1u, 0x1u), b = W(0x4db8a26b8bf17146u, 0xa98d2f22a516c874u), r = 0; (void)b, (void)r; assert(__builtin_add_overflow(a, b, &r) == 0 && (U)(r) == W(0x4db8a26b8bf17147u, 0xa98d2f22a516c875u)); }
    { U a = W(0x0u, 0x294ff57531fab544u), b = W(0x0u, 0x1u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x294ff57531fab544u)); }
    { U a = W(0x0u, 0x41u), b = W(0x0u, 0x93718176022501b8u), r = 0; (void)b, (void)r; assert((U)(a & b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x82714c26u), b = W(0x0u, 0x5097a5671f93484bu), r = 0; (void)b, (void)r; assert((a == b) == 0); }
    { U a = W(0x0u, 0x41u), b = W(0x3bf802014ee36e18u, 0x87bf36289e024117u), r = 0; (void)b, (void)r; assert((double)a == 65.0); }
    { U a = W(0x0u, 0x8d58010282accce8u), b = W(0xffffffffffffffffu, 0x0u), r = 0; (void)b, (void)r; assert((U)(a / b) == W(0x0u, 0x0u)); }
    { U a = W(0x0u, 0x1485444cfu), b = W(0x0u, 0x0u), r = 0; (void)b, (void)r; assert((a <= b) == 0); }
    { U a = W(0x2dcd1c3fbc0eb77fu, 0x8346d982a79bf151u), b = W(0x1u, 0xd09f7fe7730c559cu), r = 0; (void)b, (void)r; assert((unsigned char)a == 0x51); }
    return 0;
}
