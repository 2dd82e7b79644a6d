//@ check: assertion line=@there
// All threads stand in one directory: where a file is made depends on when another thread goes elsewhere.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *goes(void *arg)
{
    chdir("inside");
    return arg;
}

int main(void)
{
    pthread_t thread;
    mkdir("inside", 0700);
    pthread_create(&thread, NULL, goes, NULL);
    close(open("file", O_CREAT | O_WRONLY, 0600));
    pthread_join(thread, NULL);
    assert(access("../file", F_OK) == 0); /*@there*/
    return 0;
}
