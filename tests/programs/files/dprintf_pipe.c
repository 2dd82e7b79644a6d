//@ check: safe executions=1
// What is printed to the descriptor of a pipe arrives there, by whichever function.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static int print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vdprintf(ends[1], format, list);
    va_end(list);
    return n;
}

static void *writer(void *arg)
{
    assert(dprintf(ends[1], "%d-", 4) == 2);
    assert(print("%s", "ab") == 2);
    FILE *stream = fdopen(ends[1], "w");
    assert(stream && fprintf(stream, "%c", '!') == 1);
    assert(fclose(stream) == 0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char got[10] = {0};
    int all = 0;
    pipe(ends);
    pthread_create(&thread, NULL, writer, NULL);
    pthread_join(thread, NULL);
    for (ssize_t n; (n = read(ends[0], got + all, sizeof got - 1 - all)) > 0;)
        all += (int)n;
    assert(strcmp(got, "4-ab!") == 0);
    return 0;
}
