//@ check: assertion line=@found
// What another thread makes meanwhile is found, or not.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *makes(void *arg)
{
    close(open("new", O_CREAT | O_WRONLY, 0600));
    return arg;
}

int main(void)
{
    pthread_t thread;
    int count = 0;
    pthread_create(&thread, NULL, makes, NULL);
    DIR *directory = opendir(".");
    while (readdir(directory))
        count++;
    closedir(directory);
    assert(count == 2); /*@found*/
    pthread_join(thread, NULL);
    return 0;
}
