// Tests without a main: see ../../suite.rs.
#include <assert.h>
#include <pthread.h>
#include "shared.h"

static void *add(void *unused) {
    shared_add();
    return unused;
}

static void two_threads(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    shared_add();
    pthread_join(thread, 0);
}

void test_sum(void) {
    two_threads();
    assert(shared_sum() == 2);
}

int test_status(void) {
    two_threads();
    return 0;
}

void test_wrong(void) {
    two_threads();
    assert(shared_sum() == 3);
}

// No tests: it takes a parameter, it is called something else.
void test_of_one(int expected) { assert(shared_sum() == expected); }
void check_sum(void) { test_of_one(0); }
