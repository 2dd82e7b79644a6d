//@ check: safe
//@ check --explorer prefix: safe
// What is written to a pipe comes out in order, and what was done before is seen. The reader comes to
// the end once the other end is closed.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *writer(void *arg)
{
    data = 7;
    assert(write(ends[1], "ab", 2) == 2);
    assert(write(ends[1], "c", 1) == 1);
    assert(close(ends[1]) == 0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char text[8] = {0};
    assert(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 4);
    pthread_create(&thread, NULL, writer, NULL);
    ssize_t got = 0, n;
    while ((n = read(ends[0], text + got, sizeof text - got)) > 0) {
        assert(data == 7);
        got += n;
    }
    assert(n == 0 && got == 3 && text[0] == 'a' && text[1] == 'b' && text[2] == 'c');
    pthread_join(thread, NULL);
    return 0;
}
