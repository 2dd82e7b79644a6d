//@ check: abort line=@bug
#include <stdlib.h>

static void die(void) {
    abort(); /*@bug*/
}

int main(void) {
    die();
    return 0;
}
