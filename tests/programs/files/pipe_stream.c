//@ check: safe executions=1
//@ check --races explore: safe
//@ check --model rc11: safe
// One byte after the other: a message and the reading of an earlier one have no order.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int plain;

static void *writer(void *arg)
{
    for (char c = 0; c < 5; c++) {
        plain++;
        write(ends[1], &c, 1);
    }
    close(ends[1]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char c, expected = 0;
    pipe(ends);
    pthread_create(&thread, NULL, writer, NULL);
    while (read(ends[0], &c, 1) == 1)
        assert(c == expected++);
    assert(expected == 5 && plain == 5);
    pthread_join(thread, NULL);
    return 0;
}
