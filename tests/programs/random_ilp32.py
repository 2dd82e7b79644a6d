#!/usr/bin/env python3
"""Programs for 32 bits compute what they compute natively, on random single-threaded C programs.

    python3 random_ilp32.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): structures of random members, by value and by address, arrays of pointers, variable arguments, and
arithmetic of long, size_t and long long on them. The sum of all that, and sizes and offsets, are what the program ends with. Natively it is
compiled with `clang -m32` without a C library, so that none for 32 bits is needed. A program that disagrees is left in the folder.
"""
import random
import subprocess
import sys

from random_tests import check, main

KINDS = ["char", "signed char", "short", "int", "long", "unsigned long", "long long", "unsigned long long", "double", "float", "void *",
         "long *", "struct inner", "_Bool"]
HEAD = """
typedef unsigned u;
typedef __SIZE_TYPE__ size;
#define offset(s, m) __builtin_offsetof(struct s, m)
struct inner { char c; long long w; };
static u total;
static void add(unsigned long long n) { total = (total ^ (u)n ^ (u)(n >> 32)) * 16777619u + 5; }
static u state = SEED;
static u next(void) { state = state * 1664525u + 1013904223u; return state >> 8; }
static long longs[16];
"""
NATIVE = """
#ifdef NATIVE
static void put(u n) {
    char text[9];
    for (int i = 0; i < 8; i++) text[i] = "0123456789abcdef"[n >> (28 - 4 * i) & 15];
    text[8] = '\\n';
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(4), "b"(1), "c"(text), "d"(9) : "memory");
}
void *memcpy(void *to, const void *from, size n) { char *t = to; const char *f = from; while (n--) *t++ = *f++; return to; }
void *memset(void *to, int c, size n) { char *t = to; while (n--) *t++ = (char)c; return to; }
unsigned long long __udivdi3(unsigned long long a, unsigned long long b) {
    unsigned long long q = 0, rest = 0;
    for (int i = 63; i >= 0; i--) {
        unsigned long long over = rest >> 63;
        rest = rest << 1 | (a >> i & 1);
        if (over || rest >= b) rest -= b, q |= 1ull << i;
    }
    return q;
}
void begin(void) {
    work();
    put(total);
    __asm__ volatile("int $0x80" : : "a"(1), "b"(0));
}
__asm__(".globl _start\\n_start:\\n andl $-16, %esp\\n call begin\\n");
#else
void abort(void);
int main(void) { work(); if (total != EXPECTED) abort(); return 0; }
#endif
"""


def value(kind):
    if kind == "void *":
        return "&longs[next() % 16]"
    if kind == "long *":
        return "longs + next() % 16"
    if kind == "struct inner":
        return "(struct inner){(char)next(), (long long)next() << 20 | next()}"
    if kind in ("double", "float"):
        return f"({kind})(int)(next() % 4096) / 8"
    return f"({kind})((unsigned long long)next() << {random.choice([0, 8, 16])})"


def number(kind, place):
    if kind in ("void *", "long *"):
        return f"(unsigned long long)((long *){place} - longs)"
    if kind == "struct inner":
        return f"(unsigned long long){place}.w + {place}.c"
    return f"(unsigned long long)(long long)({place} * 8)" if kind in ("double", "float") else f"(unsigned long long){place}"


def structure(r, name):
    parts = [(r.choice(KINDS), f"m{at}") for at in range(r.randint(1, 6))]
    out = f"struct {name} {{ " + " ".join(f"{kind} {part};" for kind, part in parts) + " };\n"
    out += f"static struct {name} objects_{name}[4], *kept_{name}[4];\n"
    out += f"static struct {name} make_{name}(void) {{ struct {name} s; " + " ".join(f"s.{part} = {value(kind)};" for kind, part in parts)
    out += " return s; }\n"
    out += f"static void tell_{name}(struct {name} s) {{ " + " ".join(f"add({number(kind, 's.' + part)});" for kind, part in parts) + " }\n"
    r.shuffle(parts)
    change = " ".join(f"to->{part} = {value(kind)};" for kind, part in parts[:2])
    out += f"static struct {name} changed_{name}(struct {name} s, struct {name} *to) {{ *to = s; {change} return *to; }}\n"
    out += f"static void all_{name}(int n, ...) {{ __builtin_va_list l; __builtin_va_start(l, n); for (int i = 0; i < n; i++) {{"
    out += f" tell_{name}(__builtin_va_arg(l, struct {name})); add(__builtin_va_arg(l, long long)); add((u)__builtin_va_arg(l, long));"
    out += " add((unsigned long long)(long long)(__builtin_va_arg(l, double) * 4)); } __builtin_va_end(l); }\n"
    return out, parts


def statement(r, name, parts):
    kind, part = r.choice(parts)
    at, other = r.randrange(4), r.randrange(4)
    return r.choice([
        f"objects_{name}[{at}] = make_{name}();",
        f"kept_{name}[{at}] = &objects_{name}[next() % 4];",
        f"if (kept_{name}[{at}]) tell_{name}(*kept_{name}[{at}]);",
        f"if (kept_{name}[{at}]) tell_{name}(changed_{name}(*kept_{name}[{at}], &objects_{name}[{other}]));",
        f"all_{name}(2, make_{name}(), (long long)next() << 12, (long)next(), 2.25, objects_{name}[{at}], -1LL, -5L, -0.5);",
        f"add(sizeof(struct {name})); add(offset({name}, {part})); add(sizeof kept_{name});",
        f"add((u)((char *)&objects_{name}[{at}].{part} - (char *)objects_{name}));",
        f"{{ size n = (size)&objects_{name}[{at}]; add(((struct {name} *)(n + {other} * sizeof(struct {name})) - objects_{name})); }}",
        f"{{ long i = (long)(next() % 7) - 3; add((u)(&objects_{name}[3] - (&objects_{name}[3] - i))); }}",
        "{ unsigned long a = next() * 40503u, b = next() | 1; add(a * b); add(a / b); add(a % b); add(a << b % 32); add((long)a >> b % 32); }",
        "{ long a = (long)(next() << 8), b = (long)next() - 8000000; add((unsigned long long)(long long)a * b); add((u)(a < b)); add((u)(a / (b | 1))); }",
        "{ unsigned long long a = (unsigned long long)next() << 30 | next(), b = next() | 1; add(a * b); add(a / b); add(a >> b % 64); add((long)a); }",
        "{ long *p = longs + next() % 16; *p += (long)(next() % 1000); add((u)*p); add(sizeof(p) + sizeof *p); }",
        f"__builtin_memcpy(&objects_{name}[{at}], &objects_{name}[{other}], sizeof objects_{name}[0]);",
        "{ size n = 0; n--; add(n); add(n + 2ull); add(__builtin_popcountl(n)); }",
    ])


def program(seed):
    random.seed(seed)
    r = random.Random(seed)
    out = HEAD.replace("SEED", str(seed))
    structures = []
    for name in ["a", "b", "c"][:r.randint(1, 3)]:
        text, parts = structure(r, name)
        out += text
        structures.append((name, parts))
    body = [f"for (int i = 0; i < 4; i++) objects_{name}[i] = make_{name}();" for name, _ in structures]
    body += [statement(r, *r.choice(structures)) for _ in range(25)]
    return out + "static void work(void) {\n    " + "\n    ".join(body) + "\n}\n" + NATIVE


def test(tool, seed, file):
    file.write_text(program(seed))
    native = file.with_suffix("")
    flags = ["-m32", "-O0", "-w", "-ffreestanding", "-fno-stack-protector", "-fno-pic", "-no-pie", "-nostdlib", "-static", "-msse2", "-mfpmath=sse"]
    done = subprocess.run(["clang-22", *flags, "-DNATIVE", "-o", native, file], capture_output=True, text=True)
    if done.returncode != 0:
        return [f"clang: {done.stderr}"]
    try:
        expected = subprocess.run([native], capture_output=True, text=True, timeout=60).stdout.strip()
    except OSError:
        sys.exit("programs for 32 bits do not run here")
    native.unlink()
    wrong = []
    for optimised in ["-O0", "-O1"]:
        report = check(tool, file, flags=["-m32", "-w", "-ffreestanding", f"-DEXPECTED=0x{expected}", optimised])
        if report["verdict"] != "safe":
            faults = [fault.get("message") for fault in report["faults"]]
            wrong.append(f"{optimised}, natively {expected}: {report['verdict']} {faults} {report.get('message', '')}")
    return wrong


if __name__ == "__main__":
    main("ilp32", test)
