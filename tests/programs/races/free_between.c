//@ check --races explore: use-after-free line=@read
//@ check --races explore --explorer naive: use-after-free line=@read
//@ check --races explore --explorer source: use-after-free line=@read
//@ check --races explore --explorer optimal: use-after-free line=@read
//@ check --races explore --explorer rf: use-after-free line=@read
//@ check --races explore --explorer rvf: use-after-free line=@read
//@ check --races explore --explorer observers: use-after-free line=@read
//@ check --races explore --model rc11: use-after-free line=@read
// The reader finds the box before it is taken out, and reads it after it was freed. That it is about to read does not depend on whether it was freed by then.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box { int value; };
static _Atomic(struct box *) slot;

static void *frees(void *arg)
{
    struct box *box = atomic_load(&slot);
    box->value = 2;
    free(atomic_exchange(&slot, NULL));
    return arg;
}

static void *reads(void *arg)
{
    struct box *box = atomic_load(&slot);
    if (box && box->value == 7) /*@read*/
        return NULL;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    atomic_store(&slot, calloc(1, sizeof(struct box)));
    pthread_create(&a, NULL, frees, NULL);
    pthread_create(&b, NULL, reads, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
