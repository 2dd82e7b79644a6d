//@ check --stub wrong=0: safe note=allocation
//@ check --stub wrong=1: use-after-free line=@old
//@ check --stub wrong=2: double-free line=@twice
//@ check --stub wrong=3: uninitialised-read line=@grown
//@ check --stub wrong=4: out-of-bounds line=@shrunk
//@ check --stub wrong=5: invalid-free line=@inside
// A growing array; pointers into it after it has moved, what is new in it, what is no longer.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int wrong(void);
struct vec { int *at; size_t len, room; };

static int *push(struct vec *v, int x) {
    if (v->len == v->room) {
        v->room = v->room ? v->room * 2 : 1;
        v->at = realloc(v->at, v->room * sizeof *v->at);
    }
    v->at[v->len] = x;
    return &v->at[v->len++];
}

int main(void) {
    int w = wrong();
    struct vec v = {0};
    int *first = push(&v, 10);
    for (int i = 1; i < 5; i++)
        push(&v, 10 + i);
    if (w == 1)
        *first = 1; /*@old*/
    int sum = 0;
    for (size_t i = 0; i < v.len; i++)
        sum += v.at[i];
    assert(sum == 60 && v.room == 8);
    if (w == 3 && v.at[6] == 0) /*@grown*/
        return 1;
    int *kept = v.at;
    v.at = realloc(v.at, 5 * sizeof(int));
    assert(v.at[4] == 14);
    if (w == 2)
        free(kept); /*@twice*/
    if (w == 4)
        v.at[5] = 1; /*@shrunk*/
    if (w == 5)
        free(v.at + 1); /*@inside*/
    char *p = realloc(NULL, 3);
    memcpy(p, "ab", 3);
    p = realloc(p, 100);
    assert(strcmp(p, "ab") == 0);
    free(p);
    assert(calloc(SIZE_MAX / 2, 3) == NULL);
    free(v.at);
    return 0;
}
