//@ check --file letters=tests/programs/files/number.txt: assertion line=@mine
// Two threads read a byte each by one descriptor: each gets another one; which one is open.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;
static char theirs;

static void *take(void *arg)
{
    assert(read(file, &theirs, 1) == 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char mine;
    file = open("letters", O_RDONLY);
    pthread_create(&thread, NULL, take, NULL);
    assert(read(file, &mine, 1) == 1);
    pthread_join(thread, NULL);
    assert(mine + theirs == '1' + '7');
    assert(mine == '1'); /*@mine*/
    return 0;
}
