//@ check --define-stub tests/programs/system/defined.c: safe executions=1
// A function that the program lacks, defined by a file of its own.
#include <assert.h>

int answer(void);

int main(void) {
    assert(answer() == 42);
    return 0;
}
