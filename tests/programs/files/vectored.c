//@ check: safe
// What one call of writev writes stays together, in a file that both append to and in a pipe.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2], file;

static void *writes(void *arg)
{
    char *letter = arg;
    struct iovec pieces[2] = {{letter, 1}, {letter, 1}};
    assert(writev(file, pieces, 2) == 2 && writev(ends[1], pieces, 2) == 2);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char first[3] = "", second[3] = "";
    struct iovec into[2] = {{first, 2}, {second, 2}};
    file = open("log", O_RDWR | O_CREAT | O_APPEND, 0600);
    assert(pipe(ends) == 0);
    pthread_create(&thread, NULL, writes, "a");
    writes("b");
    pthread_join(thread, NULL);
    assert(readv(ends[0], into, 2) == 4 && first[0] == first[1] && second[0] == second[1] && first[0] != second[0]);
    assert(preadv(file, into, 2, 0) == 4 && first[0] == first[1] && second[0] == second[1]);
    assert(preadv(file, into, 2, 3) == 1 && pwritev(file, into, -1, 0) == -1 && errno == EINVAL);
    assert(readv(99, into, -1) == -1 && errno == EBADF && readv(file, into, 0) == 0);
    return 0;
}
