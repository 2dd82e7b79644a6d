//@ check: data-race|use-after-free
// One thread closes a stream while another one may still write to it; nobody ever reads the file.
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *writer(void *arg)
{
    fputs("line\n", out);
    return arg;
}

int main(void)
{
    pthread_t thread;
    out = fopen("/tmp/out", "w");
    pthread_create(&thread, NULL, writer, NULL);
    fclose(out);
    pthread_join(thread, NULL);
    return 0;
}
