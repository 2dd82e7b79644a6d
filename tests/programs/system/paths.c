//@ check: safe executions=1
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
    char path[] = "/usr/lib/", name[] = "/usr/lib/", plain[] = "file";
    assert(strcmp(dirname(path), "/usr") == 0 && strcmp(basename(name), "lib") == 0 && strcmp(dirname(plain), ".") == 0);
    return 0;
}
