// A worker closes its descriptor twice. In between main has opened a file, which got the same number; so main's is closed.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *worker(void *unused)
{
    int fd = open("in", O_CREAT | O_RDWR, 0600);
    close(fd);
    close(fd);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int fd = open("out", O_CREAT | O_WRONLY, 0600);
    assert(write(fd, "x", 1) == 1);
    pthread_join(thread, NULL);
    return 0;
}
