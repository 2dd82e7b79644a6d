//@ check: incomplete unsupported=alarm
//@ check --stub alarm=0: safe
#include <unistd.h>

int main(void) {
    alarm(10);
    return 0;
}
