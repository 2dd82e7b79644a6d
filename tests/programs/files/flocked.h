#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *work(void *letter)
{
#ifndef NOT
    flockfile(out);
#endif
    putc(*(char *)letter, out);
    putc(*(char *)letter, out);
#ifndef NOT
    funlockfile(out);
#endif
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char got[4];
    out = tmpfile();
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    rewind(out);
    assert(fread(got, 1, 4, out) == 4);
    assert(got[0] == got[1] && got[2] == got[3]); /*@together*/
    fclose(out);
    return 0;
}
