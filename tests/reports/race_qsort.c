// Both threads sort, with a comparison that counts how often it is called.
#include <pthread.h>
#include <stdlib.h>

static int compared;

static int compare(const void *a, const void *b)
{
    compared++;
    return *(const int *)a - *(const int *)b;
}

static void sort(int *numbers, int count)
{
    qsort(numbers, count, sizeof *numbers, compare);
}

static void *worker(void *arg)
{
    int mine[2] = {2, 1};
    sort(mine, 2);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
