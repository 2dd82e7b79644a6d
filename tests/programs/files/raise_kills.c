//@ check: exit-status message="killed by SIGTERM"
#include <signal.h>

int main(void)
{
    raise(SIGTERM);
    return 0;
}
