// One thread asks whether a file is there, and another one gives it another name before it is used: what was asked is not so any more.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void *rotates(void *arg)
{
    rename("log", "log.old");
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct stat st;
    int fd = open("log", O_WRONLY | O_CREAT | O_EXCL, 0600);
    (void)!write(fd, "1", 1);
    close(fd);
    pthread_create(&thread, NULL, rotates, NULL);
    if (access("log", F_OK) == 0)
        assert(stat("log", &st) == 0);
    pthread_join(thread, NULL);
    return 0;
}
