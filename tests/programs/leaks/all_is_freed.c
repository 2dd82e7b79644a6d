//@ check --leaks fault: safe note=none
//@ check --leaks fault --explorer source: safe
//@ check --leaks fault --model rc11: safe graph-only
// Whoever comes last frees the box: in every order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
    atomic_int users;
};

static void *leave(void *arg)
{
    struct box *box = arg;
    if (atomic_fetch_sub(&box->users, 1) == 1)
        free(box);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    struct box *box = malloc(sizeof *box);
    if (!box)
        return 0;
    atomic_init(&box->users, 2);
    pthread_create(&a, 0, leave, box);
    pthread_create(&b, 0, leave, box);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
