//@ check: safe executions=1 note=file
// Files by descriptor: flags, places, copies, errors.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char got[16] = {0}, template[] = "/tmp/fooXXXXXX";
    unlink("/tmp/bytes");
    assert(open("/tmp/bytes", O_RDONLY) == -1 && errno == ENOENT);
    int file = open("/tmp/bytes", O_RDWR | O_CREAT | O_EXCL, 0640), copy = dup(file);
    assert(file == 3 && copy == 4);
    assert(open("/tmp/bytes", O_RDWR | O_CREAT | O_EXCL, 0640) == -1 && errno == EEXIST);
    assert(write(file, "hello", 5) == 5 && lseek(copy, 0, SEEK_CUR) == 5);
    assert(lseek(copy, 2, SEEK_END) == 7 && write(file, "!", 1) == 1);
    assert(pread(copy, got, sizeof got, 0) == 8 && memcmp(got, "hello\0\0!", 8) == 0);
    assert(pwrite(copy, "J", 1, 0) == 1 && lseek(file, 0, SEEK_CUR) == 8);
    assert(lseek(file, -9, SEEK_CUR) == -1 && errno == EINVAL);
    assert(ftruncate(file, 5) == 0 && lseek(file, 0, SEEK_SET) == 0);
    assert(read(file, got, sizeof got) == 5 && memcmp(got, "Jello", 5) == 0 && read(file, got, 1) == 0);
    assert(fcntl(file, F_GETFL) % O_CREAT == O_RDWR && fsync(file) == 0);

    int reads = openat(AT_FDCWD, "/tmp/bytes", O_RDONLY);
    assert(write(reads, "x", 1) == -1 && errno == EBADF);
    assert(dup2(reads, 9) == 9 && read(9, got, 2) == 2 && lseek(reads, 0, SEEK_CUR) == 2);
    assert(close(reads) == 0 && close(reads) == -1 && errno == EBADF);
    assert(read(9, got, 1) == 1 && got[0] == 'l' && close(9) == 0);
    assert(close(file) == 0 && write(copy, "?", 1) == 1 && close(copy) == 0);

    assert(access("/tmp/bytes", R_OK | W_OK) == 0 && access("/tmp/bytes", X_OK) == -1 && errno == EACCES);
    struct stat status;
    assert(stat("/tmp/bytes", &status) == 0 && status.st_size == 6 && (status.st_mode & 0777) == 0640);
    file = creat("/tmp/bytes", 0600);
    assert(fstat(file, &status) == 0 && status.st_size == 0 && close(file) == 0);
    file = mkstemp(template);
    assert(file == 3 && strcmp(template, "/tmp/fooXXXXXX") != 0 && close(file) == 0 && unlink(template) == 0);

    file = open("/dev/null", O_RDWR);
    assert(write(file, "gone", 4) == 4 && read(file, got, 4) == 0 && close(file) == 0);
    assert(mkdir("/tmp/folder", 0755) == 0 && mkdir("/tmp/folder", 0755) == -1 && errno == EEXIST);
    close(creat("/tmp/folder/in", 0600));
    assert(rmdir("/tmp/folder") == -1 && errno == ENOTEMPTY);
    assert(unlink("/tmp/folder/in") == 0 && rmdir("/tmp/folder") == 0 && unlink("/tmp/bytes") == 0);
    return 0;
}
