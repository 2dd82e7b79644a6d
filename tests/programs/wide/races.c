//@ check: data-race line=@write|@read
//@ check --races explore: assertion line=@torn
// A plain access of 16 bytes is two of 8: the reader sees one of them written.
#include <assert.h>
#include <pthread.h>

static __int128 shared;

static void *writer(void *arg)
{
    shared = ((__int128)1 << 64) + 1; /*@write*/
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    __int128 seen = shared; /*@read*/
    assert((long)seen == (long)(seen >> 64)); /*@torn*/
    pthread_join(t, 0);
    return 0;
}
