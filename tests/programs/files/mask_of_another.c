//@ check: assertion line=@mode
// umask is one for all threads.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *secret(void *arg)
{
    mode_t before = umask(077);
    close(open("secret", O_CREAT | O_WRONLY, 0666));
    umask(before);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct stat status;
    pthread_create(&thread, NULL, secret, NULL);
    close(open("public", O_CREAT | O_WRONLY, 0666));
    stat("public", &status);
    assert((status.st_mode & 0777) == 0644); /*@mode*/
    pthread_join(thread, NULL);
    return 0;
}
