// Tests that are static, in a file without a main: see ../../suite.rs.
#include <assert.h>
#include <pthread.h>

static int sum;

static void *add(void *unused) {
    sum++;
    return unused;
}

static inline void unused_helper(void) { sum += 2; }

static void test_static_holds(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
    assert(sum == 1);
}

static void
test_static_fails(void) {
    assert(sum == 1);
}

static void test_of_two(int a, int b) { assert(a == b); }
