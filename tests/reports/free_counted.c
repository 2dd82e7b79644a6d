// References are counted down with release only: who comes last frees the object, which the other one has written to before. The note
// names the two that do not synchronise.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#ifdef FIX
#define DOWN memory_order_acq_rel
#else
#define DOWN memory_order_release
#endif

struct object {
    atomic_int refs;
    char name[8];
};

static void put(struct object *o)
{
    if (atomic_fetch_sub_explicit(&o->refs, 1, DOWN) == 1)
        free(o);
}

static int reader(void *arg)
{
    struct object *o = arg;
    char first = o->name[0];
    put(o);
    return first == 'x';
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    if (!o)
        return 0;
    atomic_init(&o->refs, 2);
    strcpy(o->name, "conn");
    thrd_t t;
    thrd_create(&t, reader, o);
    o->name[1] = 'x';
    put(o);
    thrd_join(t, NULL);
    return 0;
}
