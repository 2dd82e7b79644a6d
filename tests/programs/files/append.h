#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#ifndef FLAG
#define FLAG O_APPEND
#endif

static int files[2];

static void *append(void *which)
{
    const char *line = which == &files[0] ? "one\n" : "two\n";
    assert(write(*(int *)which, line, 4) == 4);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char got[16] = {0};
    for (int i = 0; i < 2; i++)
        files[i] = open("/tmp/lines", O_WRONLY | O_CREAT | FLAG | (i ? 0 : O_TRUNC), 0644);
    pthread_create(&a, NULL, append, &files[0]);
    pthread_create(&b, NULL, append, &files[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int back = open("/tmp/lines", O_RDONLY);
    assert(read(back, got, sizeof got) == 8); /*@length*/
    assert(strcmp(got, "one\ntwo\n") == 0 || strcmp(got, "two\none\n") == 0);
#ifdef ORDER
    assert(got[0] == 'o'); /*@order*/
#endif
    return 0;
}
