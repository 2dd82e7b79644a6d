//@ check: safe
// Who is cancelled in a function on a stream leaves it unlocked.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *in, *out;

static void *reads(void *arg)
{
    char line[8];
#ifdef BY_HAND
    flockfile(in);
#endif
    fgets(line, sizeof line, in);
    return arg;
}

int main(void)
{
    int ends[2];
    pthread_t thread;
    void *result;
    pipe(ends);
    in = fdopen(ends[0], "r");
    out = fdopen(ends[1], "w");
    pthread_create(&thread, NULL, reads, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    fputs("x\n", out);
    fflush(out);
    assert(fgetc(in) == 'x'); /*@locked*/
    return 0;
}
