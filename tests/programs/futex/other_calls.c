//@ check --races ignore: safe
// Other system calls by number: as the functions of these names.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    unsigned processor = 7, node = 7;
    unsigned char bytes[8];
    assert(syscall(SYS_getcpu, &processor, &node, 0) == 0);
    assert(processor == 0 && node == 0);
    assert(syscall(SYS_getrandom, bytes, sizeof bytes, 0) == (long)sizeof bytes);
    assert(syscall(SYS_getpid) == getpid());
    return 0;
}
