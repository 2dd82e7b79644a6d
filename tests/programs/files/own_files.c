//@ check: safe executions=6
// Two threads have a file each, that only they read and write. Only opening and closing is ordered: 4! / 2^2.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *work(void *name)
{
    int number = 0;
    FILE *file = fopen(name, "w+");
    for (int i = 0; i < 3; i++)
        fprintf(file, "%d ", i + 5);
    rewind(file);
    assert(fscanf(file, "%d", &number) == 1 && number == 5);
    fclose(file);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, "/tmp/a");
    pthread_create(&b, NULL, work, "/tmp/b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
