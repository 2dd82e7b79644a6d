#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *reader(void *arg)
{
    int number = 0;
    FILE *in = fopen("/tmp/handed", "r");
    assert(in && fscanf(in, "%d", &number) == 1); /*@read*/
    assert(number == 42);
    fclose(in);
    return arg;
}

int main(void)
{
    pthread_t thread;
    FILE *out = fopen("/tmp/handed", "w");
    fprintf(out, "%d\n", 42);
#ifdef FLUSH
    fflush(out);
#endif
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    fclose(out);
    return 0;
}
