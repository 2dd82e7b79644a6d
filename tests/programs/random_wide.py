#!/usr/bin/env python3
"""Writes a C program that holds arithmetic on __int128 against what Python computes, on random and on chosen numbers.

    random_wide.py > prog.c; threadbare check prog.c

tests/programs/wide/random.c is what it writes. THREADBARE_SEED and THREADBARE_EFFORT are for others, and longer ones."""

import random

from random_tests import effort, seed_from

BITS = 128
MASK = (1 << BITS) - 1


def signed(n):
    return n - (1 << BITS) if n >> (BITS - 1) else n


def quotient(a, b):
    """C's division rounds towards zero."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def literal(n):
    n &= MASK
    return f"W(0x{n >> 64:x}u, 0x{n & (2**64 - 1):x}u)"


def number(rng):
    special = [0, 1, 2, 63, 64, 65, 127, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64, (1 << 64) + 1, (1 << 127) - 1,
               1 << 127, MASK, MASK - 1, MASK << 64 & MASK]
    return rng.choice(special) if rng.random() < 0.4 else rng.getrandbits(rng.choice([8, 33, 64, 65, 100, 128]))


def check(rng):
    a, b = number(rng), number(rng)
    sa, sb = signed(a), signed(b)
    by = rng.choice([0, 1, 7, 31, 32, 63, 64, 65, 100, 127])
    u, s = f"u({literal(a)}, {literal(b)})", f"s({literal(a)}, {literal(b)})"
    kinds = [
        (f"U(a + b) == {literal(a + b)}", u), (f"U(a - b) == {literal(a - b)}", u), (f"U(a * b) == {literal(a * b)}", u),
        (f"U(a & b) == {literal(a & b)}", u), (f"U(a ^ b) == {literal(a ^ b)}", u), (f"U(~a | b) == {literal(~a | b)}", u),
        (f"(a < b) == {int(a < b)}", u), (f"(a <= b) == {int(a <= b)}", u), (f"(a > b) == {int(a > b)}", u),
        (f"(a >= b) == {int(a >= b)}", u), (f"(a == b) == {int(a == b)}", u), (f"(a != b) == {int(a != b)}", u),
        (f"(a < b) == {int(sa < sb)}", s), (f"(a <= b) == {int(sa <= sb)}", s), (f"(a > b) == {int(sa > sb)}", s),
        (f"(a >= b) == {int(sa >= sb)}", s),
        (f"U(a << {by}) == {literal(a << by)}", u), (f"U(a >> {by}) == {literal(a >> by)}", u),
        (f"U(a >> {by}) == {literal(sa >> by)}", s),
        (f"U(a << n({by})) == {literal(a << by)}", u), (f"U(a >> n({by})) == {literal(a >> by)}", u),
        (f"U(a >> n({by})) == {literal(sa >> by)}", s),
        (f"(unsigned long)a == 0x{a & (2**64 - 1):x}u", u), (f"(unsigned char)a == 0x{a & 255:x}", u),
        (f"(unsigned long)((U)(unsigned long)a * (unsigned long)b >> 64) == 0x{((a % 2**64) * (b % 2**64)) >> 64:x}u", u),
        (f"__builtin_add_overflow(a, b, &r) == {int(a + b > MASK)} && U(r) == {literal(a + b)}", u),
        (f"__builtin_sub_overflow(a, b, &r) == {int(a < b)} && U(r) == {literal(a - b)}", u),
        (f"__builtin_mul_overflow(a, b, &r) == {int(a * b > MASK)} && U(r) == {literal(a * b)}", u),
    ]
    fits = lambda n: -(1 << 127) <= n < 1 << 127
    kinds += [
        (f"__builtin_add_overflow(a, b, &r) == {int(not fits(sa + sb))} && U(r) == {literal(sa + sb)}", s),
        (f"__builtin_sub_overflow(a, b, &r) == {int(not fits(sa - sb))} && U(r) == {literal(sa - sb)}", s),
        (f"__builtin_mul_overflow(a, b, &r) == {int(not fits(sa * sb))} && U(r) == {literal(sa * sb)}", s),
    ]
    for value, text in [(sa + sb, "a + b"), (sa - sb, "a - b"), (sa * sb, "a * b")]:
        if fits(value):
            kinds.append((f"U({text}) == {literal(value)}", s))
    if b:
        kinds += [(f"U(a / b) == {literal(a // b)}", u), (f"U(a % b) == {literal(a % b)}", u)] * 3
    if b and fits(quotient(sa, sb)):
        q = quotient(sa, sb)
        kinds += [(f"U(a / b) == {literal(q)}", s), (f"U(a % b) == {literal(sa - q * sb)}", s)] * 3
    kinds += [(f"(double)a == {float(a)!r}", u), (f"(double)a == {float(sa)!r}", s)]
    kinds += [(f"U((__int128)(double)(long)a) == {literal(int(float(low(a))))}", u)]
    condition, args = rng.choice(kinds)
    kind = args[0]
    return f"    {{ {'U' if kind == 'u' else 'S'} a = {literal(a)}, b = {literal(b)}, r = 0; (void)b, (void)r; assert({condition.replace('U(', '(U)(')}); }}"


def low(a):
    n = a & (2**64 - 1)
    return n - 2**64 if n >> 63 else n


def main():
    rng = random.Random(seed_from(1))
    print("//@ check: safe executions=1")
    print("//@ cflags: -w")
    print("// Written by random_wide.py: arithmetic on 128 bits against what Python computes.")
    print("#include <assert.h>\n")
    print("typedef unsigned __int128 U;\ntypedef __int128 S;\n")
    print("static volatile unsigned long words[2];\n")
    print("static U W(unsigned long high, unsigned long low)\n{\n    words[0] = high;\n    words[1] = low;")
    print("    return (U)words[0] << 64 | words[1];\n}\n")
    print("static int n(int by)\n{\n    volatile int hidden = by;\n    return hidden;\n}\n")
    print("int main(void)\n{")
    for _ in range(300 * effort()):
        print(check(rng))
    print("    return 0;\n}")


main()
