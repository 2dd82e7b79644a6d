//@ check: abort line=@bug
#include <stdlib.h>

int main(void) {
    if (getenv("HOME") == NULL)
        abort(); /*@bug*/
    return 0;
}
