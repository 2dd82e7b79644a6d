//@ check: assertion line=@alone
// Who has a lock with others, and wants it alone, gives it up first: somebody may come in between (flock(2)).
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int value;

static void *writes(void *arg)
{
    int fd = open("lock", O_RDWR);
    flock(fd, LOCK_SH);
    flock(fd, LOCK_EX);
    value++;
    close(fd);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    flock(fd, LOCK_SH);
    pthread_create(&thread, NULL, writes, NULL);
    int before = value;
    flock(fd, LOCK_EX);
    assert(value == before); /*@alone*/
    close(fd);
    pthread_join(thread, NULL);
    return 0;
}
