//@ check: safe executions=1
#include <assert.h>
#include <stdlib.h>

struct list {
    int length;
    int items[];
};

int main(void) {
    struct list *l = malloc(sizeof *l + 3 * sizeof(int));
    l->length = 3;
    for (int i = 0; i < l->length; i++)
        l->items[i] = i * i;
    assert(l->items[2] == 4 && sizeof *l == 4);
    free(l);
    return 0;
}
