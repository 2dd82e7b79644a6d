//@ check: exit-status
// Files of the host are not there, unless they are given.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("/etc/hostname", "r");
    return f == NULL;
}
