//@ check: out-of-bounds line=@add
// There is no room for what is added.
#include <search.h>
#include <stddef.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int list[2] = {1, 2}, three = 3;
    size_t count = 2;
    return lsearch(&three, list, &count, sizeof *list, compare) == NULL; /*@add*/
}
