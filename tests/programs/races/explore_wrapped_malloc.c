//@ check --races explore: assertion line=@both
// Two kinds of objects come from one call of malloc: one is accessed by numbers of 8 bytes, the
// other one, which threads share, by numbers of 4.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *block(size_t size)
{
    void *p = malloc(size);
    if (!p)
        abort();
    return p;
}

static int *numbers, at = -1;

static void *thread(void *unused)
{
    numbers[at] = 1;
    return unused;
}

int main(void)
{
    pthread_t *threads = block(2 * sizeof *threads);
    numbers = block(2 * sizeof *numbers);
    numbers[0] = numbers[1] = 0;
    for (int i = 0; i < 2; i++) {
        at++;
        pthread_create(&threads[i], NULL, thread, NULL);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(numbers[0] && numbers[1]); /*@both*/
    free(threads);
    free(numbers);
    return 0;
}
