//@ check: use-after-free line=@use message="`second[0]`"
//@ check --races explore: use-after-free line=@use message="`second[0]`"
// What functions allocate that are given the size is called after the variables of their callers.
#include <stdlib.h>
#include <string.h>

static void *checked(size_t size)
{
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

static void *zeroed(size_t count, size_t size)
{
    return memset(checked(count * size), 0, count * size);
}

static char *copy(const char *text)
{
    char *text_copy = checked(strlen(text) + 1);
    strcpy(text_copy, text);
    return text_copy;
}

int main(void)
{
    int *first = zeroed(2, sizeof *first);
    char *second = copy("x");
    free(first);
    free(second);
    return second[0]; /*@use*/
}
