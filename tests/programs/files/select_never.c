//@ check: deadlock thread=0
// Nobody ever writes.
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    fd_set reads;
    pipe(ends);
    FD_ZERO(&reads);
    FD_SET(ends[0], &reads);
    select(ends[0] + 1, &reads, NULL, NULL, NULL);
    return 0;
}
