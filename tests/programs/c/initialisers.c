//@ check: safe executions=1
// Constants with addresses, designators, strings and zeros in them.
#include <assert.h>
#include <string.h>

struct node { const char *name; struct node *next; int values[3]; };
static struct node last = {"last", 0, {1, 2}};
static struct node first = {.next = &last, .name = &"first"[2], .values = {[2] = 9}};
static int *middle = &first.values[1] + 1;
static char text[8] = "abc";
static const char *const words[] = {"x", "yy", "zzz"};
static double half[2] = {0.5};

int main(void) {
    assert(strcmp(first.next->name, "last") == 0 && strcmp(first.name, "rst") == 0);
    assert(*middle == 9 && last.values[1] == 2 && last.values[2] == 0 && first.values[0] == 0);
    assert(text[3] == 0 && text[7] == 0 && sizeof text == 8 && strlen(words[2]) == 3 && half[0] + half[1] == 0.5);
    struct node local = {.values = {4}};
    assert(local.name == 0 && local.values[0] == 4 && local.values[2] == 0);
    int *compound = (int[]){1, 2, 3};
    assert(compound[2] == 3);
    return 0;
}
