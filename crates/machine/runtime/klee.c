/* Functions of KLEE that its harnesses call, but for those that make input (src/builtin/input.rs). What is only told to KLEE does
 * nothing. `klee_get_value_*` gives the value as it is: every number that it can be, where KLEE goes on with one. */
#include "tb.h"

void abort(void) __attribute__((noreturn));
void __assert_fail(const char *what, const char *file, unsigned line, const char *function) __attribute__((noreturn));
void __VERIFIER_assume(int condition);
int klee_range(int begin, int end, const char *name);

#ifdef __SIZEOF_INT128__
unsigned long long __VERIFIER_nondet_ulonglong(void);

/* Two inputs, the lower half first. */
unsigned __int128 __VERIFIER_nondet_uint128(void)
{
    unsigned __int128 low = __VERIFIER_nondet_ulonglong();
    return (unsigned __int128)__VERIFIER_nondet_ulonglong() << 64 | low;
}

__int128 __VERIFIER_nondet_int128(void)
{
    return (__int128)__VERIFIER_nondet_uint128();
}
#endif

void klee_abort(void)
{
    abort();
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    __assert_fail(message, file, (unsigned)line, suffix);
}

/* The path ends, and is none that anybody wants to see. */
void klee_silent_exit(int status)
{
    (void)status;
    __VERIFIER_assume(0);
    for (;;)
        ;
}

/* From 0 to n - 1. */
size_t klee_choose(size_t n)
{
    return (size_t)klee_range(0, (int)n, "choose");
}

/* It is an error if they are not all there. */
void klee_check_memory_access(const void *memory, size_t size)
{
    const volatile char *byte = memory;
    if (size) {
        (void)byte[0];
        (void)byte[size - 1];
    }
}

float klee_get_valuef(float value)
{
    return value;
}

double klee_get_valued(double value)
{
    return value;
}

long klee_get_valuel(long value)
{
    return value;
}

long long klee_get_valuell(long long value)
{
    return value;
}

int klee_get_value_i32(int value)
{
    return value;
}

long long klee_get_value_i64(long long value)
{
    return value;
}

void klee_warning(const char *message)
{
    (void)message;
}

void klee_warning_once(const char *message)
{
    (void)message;
}

void klee_print_expr(const char *message, ...)
{
    (void)message;
}

void klee_print_range(const char *name, int value)
{
    (void)name, (void)value;
}

void klee_set_forking(unsigned enable)
{
    (void)enable;
}

void klee_stack_trace(void)
{
}

void klee_open_merge(void)
{
}

void klee_close_merge(void)
{
}
