//@ check: safe note=file output="none\n"
//@ check --file settings=tests/programs/files/number.txt: safe note=none output="some\n"
// A program that does without a file which is not there: that is told as well. To ask for it only is not.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    assert(access("other", F_OK) == -1 && errno == ENOENT);
    int settings = open("settings", O_RDONLY);
    puts(settings < 0 ? "none" : "some");
    return 0;
}
