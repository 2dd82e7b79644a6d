//! inputs
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Which thread takes it, how many bytes it has, the value. */
struct input {
    unsigned thread, size;
    unsigned long long value;
};
//! threads

/* Who starts it, and the how-manieth of its threads it is. */
struct thread {
    unsigned parent, n;
};
static __thread unsigned self, started;
//! wrap

struct start {
    void *(*run)(void *);
    void *argument;
    unsigned number;
};

static void *begin(void *memory) {
    struct start start = *(struct start *)memory;
    free(memory);
    self = start.number;
    return start.run(start.argument);
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    struct start *start = malloc(sizeof *start);
    unsigned at = 0, n = started++;
    while (threads[at].parent != ~0u && (threads[at].parent != self || threads[at].n != n)) {
        at++;
    }
    if (!start) {
        return 11;
    }
    *start = (struct start){ run, argument, at + 1 };
    return __real_pthread_create(thread, attributes, begin, start);
}
//! no threads
static const unsigned self = 0;
//! next

/* The next input of the thread that runs: it has at most so many bytes. */
static const struct input *next_input(unsigned size) {
    static __thread unsigned at;
    while (inputs[at].thread != ~0u && inputs[at].thread != self) {
        at++;
    }
    if (inputs[at].thread == ~0u || inputs[at].size > size) {
        fprintf(stderr, "this run takes another input than the test has\n");
        _exit(99);
    }
    return &inputs[at++];
}

static __attribute__((unused)) unsigned long long next(unsigned size) {
    return next_input(size)->value;
}

__attribute__((constructor(101))) static void unbuffered(void) {
    setvbuf(stdout, 0, _IONBF, 0);
}

//! __VERIFIER_nondet_range
long __VERIFIER_nondet_range(long low, long high) {
    (void)high;
    return (long)((unsigned long)low + next(8));
}

//! klee_make_symbolic
void klee_make_symbolic(void *memory, unsigned long size, const char *name) {
    (void)name;
    for (unsigned long at = 0; at < size;) {
        const struct input *next = next_input(size - at < 8 ? (unsigned)(size - at) : 8);
        memcpy((char *)memory + at, &next->value, next->size);
        at += next->size;
    }
}

//! __VERIFIER_nondet_memory
void __VERIFIER_nondet_memory(void *memory, unsigned long size) {
    for (unsigned long at = 0; at < size;) {
        const struct input *next = next_input(size - at < 8 ? (unsigned)(size - at) : 8);
        memcpy((char *)memory + at, &next->value, next->size);
        at += next->size;
    }
}

//! klee_int
int klee_int(const char *name) {
    (void)name;
    return (int)next(4);
}

//! klee_range
int klee_range(int begin, int end, const char *name) {
    (void)begin, (void)end, (void)name;
    return (int)next(4);
}

//! klee_choose
unsigned long klee_choose(unsigned long n) {
    (void)n;
    return (unsigned long)next(4);
}

//! __VERIFIER_nondet_int128
__int128 __VERIFIER_nondet_int128(void) {
    unsigned __int128 low = next(8);
    return (__int128)((unsigned __int128)next(8) << 64 | low);
}

//! __VERIFIER_nondet_uint128
unsigned __int128 __VERIFIER_nondet_uint128(void) {
    unsigned __int128 low = next(8);
    return (unsigned __int128)next(8) << 64 | low;
}

//! klee_assume
void klee_assume(unsigned long holds) {
    if (!holds) {
        _exit(98);
    }
}

//! klee_prefer_cex
void klee_prefer_cex(void *memory, unsigned long holds) {
    (void)memory, (void)holds;
}

//! __VERIFIER_assume
void __VERIFIER_assume(int holds) {
    if (!holds) {
        _exit(98);
    }
}

//! assume_abort_if_not
void assume_abort_if_not(int holds) {
    if (!holds) {
        _exit(98);
    }
}

//! reach_error
void reach_error(void) {
    abort();
}

//! __VERIFIER_error
void __VERIFIER_error(void) {
    abort();
}

//! atomic
static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void __VERIFIER_atomic_begin(void) {
    pthread_mutex_lock(&section);
}

void __VERIFIER_atomic_end(void) {
    pthread_mutex_unlock(&section);
}

//! again

__attribute__((constructor(102))) static void begin_again(void) {
    int ends[2];
    if (getenv("THREADBARE_TEST")) {
        unsetenv("THREADBARE_TEST");
        return;
    }
    if (pipe(ends) || write(ends[1], content, sizeof content - 1) != (long)sizeof content - 1 || dup2(ends[0], 0) < 0) {
        _exit(97);
    }
    close(ends[0]);
    close(ends[1]);
    execve("/proc/self/exe", arguments, environment);
    _exit(97);
}
