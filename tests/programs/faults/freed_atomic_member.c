//@ check: use-after-free line=@use other=@free message="read of `shared.refs` after it was freed"
//@ check --model rc11: use-after-free line=@use
// The count is in front of an array without a size: the memory is one structure, not an array of structures.
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
    atomic_int refs;
    size_t size;
    unsigned char data[];
};

int main(void)
{
    struct buffer *shared = malloc(sizeof *shared + 16);
    shared->refs = 1;
    shared->data[3] = 1;
    free(shared); /*@free*/
    return atomic_load(&shared->refs); /*@use*/
}
