//@ check: safe output=". 4 755\n.. 4 755\nf0 8 644\nf1 8 644\nf2 8 644\nsub 4 700\n"
// Directories: where the process stands, what is in one, names relative to one, modes.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
    char buf[4096];
    assert(mkdir("d", 0755) == 0 && chdir("d") == 0 && getcwd(buf, sizeof buf) && !strcmp(buf + strlen(buf) - 2, "/d"));
    for (int i = 0; i < 3; i++) {
        snprintf(buf, sizeof buf, "f%d", i);
        int fd = open(buf, O_WRONLY | O_CREAT, 0644);
        struct iovec v[2] = {{"ab", 2}, {"cde", (size_t)i}};
        assert(fd == 3 && writev(fd, v, 2) == 2 + i && close(fd) == 0);
    }
    mkdir("sub", 0700);
    int below = open("sub/x", O_CREAT | O_RDWR, 0600);
    assert(below == 3 && close(below) == 0);
    struct dirent **all;
    int n = scandir("../d", &all, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        struct stat s;
        assert(stat(all[i]->d_name, &s) == 0);
        printf("%s %d %o\n", all[i]->d_name, all[i]->d_type, s.st_mode & 0777);
        free(all[i]);
    }
    free(all);
    DIR *dir = opendir(".");
    assert(dir && dirfd(dir) == 3);
    int count = 0;
    for (struct dirent *e; (e = readdir(dir));)
        count += e->d_name[0] == 'f';
    assert(count == 3 && closedir(dir) == 0);
    assert(!opendir("f0") && errno == ENOTDIR && !opendir("none") && errno == ENOENT);
    int d = open("..", O_RDONLY | O_DIRECTORY);
    assert(d == 3 && faccessat(d, "d/sub/x", F_OK, 0) == 0 && unlinkat(d, "d/sub/x", 0) == 0 && fsync(d) == 0);
    assert(fchdir(d) == 0 && access("d/f1", R_OK) == 0 && access("f1", R_OK) != 0);
    assert(umask(077) == 022 && close(open("p", O_CREAT | O_WRONLY, 0666)) == 0);
    struct stat s;
    assert(stat("p", &s) == 0 && (s.st_mode & 0777) == 0600 && chmod("p", 0444) == 0 && access("p", X_OK) != 0 && errno == EACCES);
    char t[] = "tmpXXXXXX";
    assert(mkdtemp(t) && rmdir(t) == 0);
    char *r = realpath("d/./sub/../f1", NULL);
    assert(r && !strcmp(r + strlen(r) - 5, "/d/f1"));
    free(r);
    for (int i = 0; i < 3; i++) { snprintf(buf, sizeof buf, "d/f%d", i); unlink(buf); }
    assert(rmdir("d") != 0 && errno == ENOTEMPTY && rmdir("d/sub") == 0 && rmdir("d") == 0 && unlink("p") == 0);
    return 0;
}
