//@ check: safe
// A file that its owner may not write is not opened for writing (by who is no superuser); what is open stays so.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    int file = open("file", O_CREAT | O_WRONLY, 0400);
    assert(file == 3 && write(file, "abc", 3) == 3);
    assert(open("file", O_WRONLY) == -1 && errno == EACCES && open("file", O_RDONLY) == 4);
    assert(access("file", W_OK) == -1 && errno == EACCES && access("file", R_OK) == 0);
    assert(fchmod(file, 0600) == 0 && open("file", O_RDWR) == 5);
    return 0;
}
