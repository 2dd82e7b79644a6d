//@ check: incomplete unsupported=fopen
#include <stdio.h>

int main(void) {
    FILE *f = fopen("/etc/hostname", "r");
    return f == NULL;
}
