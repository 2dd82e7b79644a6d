//@ check: safe executions=2
// Two threads print into one stream in memory, which is locked while they do: two orders.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;

static void *one(void *arg)
{
    fprintf(out, "a%d", 1);
    return arg;
}

static void *two(void *arg)
{
    fputs("b2", out);
    return arg;
}

int main(void)
{
    char *text;
    size_t length;
    out = open_memstream(&text, &length);
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(out);
    assert(length == 4);
#ifdef ONE
    assert(!strcmp(text, "a1b2")); /*@order*/
#else
    assert(!strcmp(text, "a1b2") || !strcmp(text, "b2a1"));
#endif
    free(text);
    return 0;
}
