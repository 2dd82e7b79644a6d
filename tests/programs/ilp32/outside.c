//@ cflags: -m32
//@ check: out-of-bounds line=@bug message="write to `a[10]`, but `a` has 10 elements"
// Structures of arrays of pointers: the eleventh is beyond the end.
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
};
static struct node *a[10];

int main(void)
{
    for (int i = 0; i <= 10; i++) {
        struct node *made = malloc(sizeof *made);
        made->next = i ? a[i - 1] : NULL;
        made->value = i;
        a[i] = made; /*@bug*/
    }
    return 0;
}
