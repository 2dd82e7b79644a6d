//@ check: assertion line=@first
// Each message is read by one of two threads, and each of them may get the first one.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char got[2];

static void *reader(void *arg)
{
    read(ends[0], arg, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pipe(ends);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, reader, &got[i]);
    write(ends[1], "a", 1);
    write(ends[1], "b", 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(got[0] + got[1] == 'a' + 'b' && got[0] != got[1]);
    assert(got[0] == 'a'); /*@first*/
    return 0;
}
