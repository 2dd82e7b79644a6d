//@ cflags: -Wno-atomic-alignment
//@ check: uninitialised-read line=@bug
// The padding after tag was never written, and the compare-and-swap looks at it.
#include <stdatomic.h>

static _Atomic struct pair { void *p; int tag; } head;

int main(void)
{
    struct pair next;
    next.p = 0;
    next.tag = 0;
    struct pair other = { 0, 1 };
    return !atomic_compare_exchange_strong(&head, &next, other); /*@bug*/
}
