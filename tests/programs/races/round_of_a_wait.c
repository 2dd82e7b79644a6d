//@ check: data-race line=@read other=@write
//@ check --explorer source: data-race line=@read other=@write
//@ check --explorer optimal: data-race line=@read other=@write
//@ check --explorer unfolding --races report: data-race line=@read other=@write
// The round of the wait reads `data` (its loop has not ended, `flag` being 1), and nothing orders that with the write: the reader does nothing
// that the writer could see. Once the wait is over `data` is not read any more, and it is written later than that: no execution in which
// the reader has come to wait for the last time, or has not waited at all, has both accesses, and the read is older than both.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag = 1, between;
static int data;

static void *reader(void *arg)
{
#if defined(EXCHANGE)
    while (atomic_fetch_or(&flag, 1) == 1) {
#elif defined(COMPARE)
    int expected;
    while (expected = 0, !atomic_compare_exchange_strong(&flag, &expected, 2)) {
#else
    while (atomic_load(&flag) == 1) {
#endif
        if (data == 7) /*@read*/
            return NULL;
    }
    return arg;
}

static void *writer(void *arg)
{
    atomic_store(&flag, 0);
    atomic_store(&between, 1);
    data = 1; /*@write*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
