//@ check: safe executions=1
// A status that is not zero is no fault.
#include <stdlib.h>

int main(void) {
    _Exit(1);
}
