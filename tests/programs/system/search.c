//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1 note=none output="1 2 3 4 5 6 7 9 \n1 2 3 4 6 7 9 \n"
#include <assert.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void show(const void *node, VISIT visit, int level) {
    if (visit == postorder || visit == leaf)
        printf("%d ", **(int *const *)node);
}

static void keep(void *key) {
    ++*(int *)key;
}

struct element {
    struct element *next, *previous;
};

int main(void) {
    int keys[] = {4, 2, 6, 1, 3, 5, 7, 9}, same = 3, none = 8;
    void *root = NULL;
    for (int i = 0; i < 8; i++)
        assert(**(int **)tsearch(&keys[i], &root, compare) == keys[i]);
    assert(*(int **)tsearch(&same, &root, compare) == &keys[4] && *(int **)tfind(&same, &root, compare) == &keys[4]);
    assert(!tfind(&none, &root, compare) && !tdelete(&none, &root, compare));
    twalk(root, show);
    puts("");
    assert(tdelete(&keys[5], &root, compare));
    twalk(root, show);
    puts("");
    assert(tdelete(&keys[0], &root, compare) && !tfind(&keys[0], &root, compare) && tfind(&keys[4], &root, compare));
    tdestroy(root, keep);
    assert(keys[3] == 2 && keys[0] == 4);

    int list[4] = {5, 6};
    size_t count = 2;
    int six = 6, eight = 8;
    assert(lfind(&six, list, &count, sizeof *list, compare) == &list[1] && !lfind(&eight, list, &count, sizeof *list, compare));
    assert(lsearch(&six, list, &count, sizeof *list, compare) == &list[1] && count == 2);
    assert(lsearch(&eight, list, &count, sizeof *list, compare) == &list[2] && count == 3 && list[2] == 8);

    struct element a, b, c;
    insque(&a, NULL);
    insque(&c, &a);
    insque(&b, &a);
    assert(a.next == &b && b.next == &c && c.previous == &b && !c.next && !a.previous);
    remque(&b);
    assert(a.next == &c && c.previous == &a);
    return 0;
}
