//@ check: out-of-bounds line=@bug
// No zero at the end.
#include <string.h>

static char a[3] = {'a', 'b', 'c'};

int main(void) {
    return (int)strlen(a); /*@bug*/
}
