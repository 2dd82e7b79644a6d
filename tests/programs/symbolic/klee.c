//@ check --symbolic: assertion line=@found
//@ check: assertion line=@found
//@ check --preemptions 2: incomplete unsupported=klee_make_symbolic graph-only
// A harness for KLEE, as it is. A request "GE" of 2 bytes with a number from 10 to 19 fails.
#include <assert.h>

void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int klee_range(int, int, const char *);
int klee_int(const char *);
void klee_prefer_cex(void *, unsigned long);

int main(void) {
    char request[3];
    klee_make_symbolic(request, sizeof request, "request");
    klee_assume(request[2] == 0);
    klee_prefer_cex(request, request[0] == 'P');
    int number = klee_range(0, 20, "number"), other = klee_int("other");
    assert(number >= 0 && number < 20);
    if (request[0] == 'G' && request[1] == 'E' && number >= 10) {
        assert((unsigned)request[1] + (unsigned)other != (unsigned)number); /*@found*/
    }
    return 0;
}
