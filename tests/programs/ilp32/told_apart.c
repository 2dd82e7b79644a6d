//@ cflags: -m32
//@ check: assertion line=@bug
// Addresses of threads' own variables that go into memory and are compared as numbers tell the threads apart.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int before;
    int *where;
} last;
static int ordered = 1;

static void *work(void *arg)
{
    int mine = 0;
    uint32_t number, other;
    pthread_mutex_lock(&m);
    memcpy(&other, &last.where, 4);
    last.where = &mine;
    memcpy(&number, &last.where, 4);
    if (other > number)
        ordered = 0;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(ordered); /*@bug*/
    return 0;
}
