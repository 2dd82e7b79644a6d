//@ check: deadlock line=@again
// What was opened twice is locked twice: the second waits for the first. A duplicate of a descriptor has the lock of the other one.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int main(void)
{
    int a = open("lock", O_RDWR | O_CREAT, 0600), b = open("lock", O_RDONLY), c = dup(a);
    assert(flock(a, LOCK_EX) == 0 && flock(c, LOCK_EX | LOCK_NB) == 0);
    assert(flock(b, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    assert(flock(c, LOCK_UN) == 0 && flock(b, LOCK_SH | LOCK_NB) == 0 && flock(a, LOCK_SH | LOCK_NB) == 0);
    assert(flock(b, LOCK_EX | LOCK_NB) == -1 && flock(b, LOCK_UN) == 0);
    assert(flock(a, LOCK_EX) == 0 && close(a) == 0);
    assert(flock(b, LOCK_SH | LOCK_NB) == -1 && close(c) == 0 && flock(b, LOCK_EX) == 0);
    a = open("lock", O_RDWR);
    flock(a, LOCK_EX); /*@again*/
    return 0;
}
