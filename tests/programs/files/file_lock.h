// Each thread opens the file for itself and locks it: flock is by what was opened, records are by process.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int shared;

static int lock(void)
{
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
#ifdef RECORDS
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    assert(fcntl(fd, F_SETLKW, &all) == 0 && lockf(fd, F_TEST, 0) == 0);
#else
    assert(flock(fd, LOCK_EX) == 0);
#endif
    return fd;
}

static void *adds(void *arg)
{
    int fd = lock();
    shared++; /*@adds*/
    close(fd);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, adds, NULL);
    adds(NULL);
    pthread_join(thread, NULL);
    assert(shared == 2);
    return 0;
}
