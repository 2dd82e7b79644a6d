//@ check: safe
// Sorting and searching with callbacks in two threads at once; the comparison counts in thread-local memory.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static __thread int compared;
static int by_value(const void *a, const void *b) {
    compared++;
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void *sort(void *arg) {
    int *v = arg;
    qsort(v, 5, sizeof *v, by_value);
    for (int i = 0; i < 4; i++)
        assert(v[i] <= v[i + 1]);
    int key = v[3];
    int *found = bsearch(&key, v, 5, sizeof *v, by_value);
    assert(found && *found == key && compared > 3);
    return NULL;
}

int main(void) {
    int a[5] = {5, 3, 9, 1, 3}, b[5] = {0, -1, -2, 7, 7};
    pthread_t t;
    pthread_create(&t, NULL, sort, a);
    sort(b);
    pthread_join(t, NULL);
    assert(a[0] == 1 && a[4] == 9 && b[0] == -2 && b[4] == 7);
    return 0;
}
