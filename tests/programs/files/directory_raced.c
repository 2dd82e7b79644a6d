//@ check: data-race line=@next|@other
// readdir need not be safe for two threads that use one stream.
#include <dirent.h>
#include <pthread.h>

static void *reads(void *directory)
{
    readdir(directory); /*@next*/
    return NULL;
}

int main(void)
{
    pthread_t thread;
    DIR *directory = opendir(".");
    pthread_create(&thread, NULL, reads, directory);
    readdir(directory); /*@other*/
    pthread_join(thread, NULL);
    return closedir(directory);
}
