//@ check: assertion|abort line=@bug|@call
// As in the SV-COMP benchmarks: defined by the program itself.
#include <assert.h>
void reach_error(void) {
    assert(0); /*@bug*/
}
volatile int x = 1;

int main(void) {
    if (x)
        reach_error(); /*@call*/
    return 0;
}
