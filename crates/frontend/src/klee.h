/* What a harness of KLEE includes as <klee/klee.h>: the functions that Threadbare knows. A header of
   that name that the compiler finds comes first. */
#ifndef KLEE_KLEE_H
#define KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name);
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);

void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define klee_assert(condition) \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
