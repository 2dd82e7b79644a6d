//@ check: assertion line=@inside
// As lock_file.c, but it first looks whether the file is there, and then makes it.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int inside;

static void *enter(void *arg)
{
    if (access("/tmp/lock", F_OK) == 0)
        return arg;
    close(open("/tmp/lock", O_CREAT | O_WRONLY, 0600));
    assert(inside++ == 0); /*@inside*/
    inside--;
    unlink("/tmp/lock");
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
