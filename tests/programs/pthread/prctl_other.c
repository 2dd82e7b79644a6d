//@ check: incomplete unsupported=prctl
#include <sys/prctl.h>

int main(void) {
    return prctl(PR_SET_PDEATHSIG, 9);
}
