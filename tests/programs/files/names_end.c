//@ check: safe
// Names that end with a slash or with `..`, and files that are taken for directories.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAILS(call, why) assert((call) == -1 && errno == (why))

int main(void)
{
    struct stat status;
    assert(mkdir("d", 0700) == 0 && mkdir("d/e", 0700) == 0);
    int file = open("x", O_CREAT | O_RDWR, 0600);
    assert(file >= 0);
    FAILS(open("x/", O_RDONLY), ENOTDIR);
    FAILS(open("new/", O_RDWR | O_CREAT, 0600), EISDIR);
    FAILS(open("x/y", O_RDONLY), ENOTDIR);
    FAILS(open("x/y", O_RDWR | O_CREAT, 0600), ENOTDIR);
    FAILS(open("none/y", O_RDONLY), ENOENT);
    FAILS(stat("x/", &status), ENOTDIR);
    FAILS(unlink("x/"), ENOTDIR);
    FAILS(mkdir("x/y", 0700), ENOTDIR);
    FAILS(rename("x", "x/y"), ENOTDIR);
    assert(open("d/", O_RDONLY) >= 0);
    assert(chdir("d") == 0);
    FAILS(rmdir(".."), ENOTEMPTY);
    FAILS(rmdir("e/.."), ENOTEMPTY);
    FAILS(rmdir("e/../"), ENOTEMPTY);
    FAILS(rmdir("e/./"), EINVAL);
    FAILS(open("../x/", O_RDONLY), ENOTDIR);
    assert(rmdir("e/") == 0);
    return 0;
}
