//@ check: safe executions=1 note=none
#include <assert.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void) {
    struct node *head = NULL, **link = &head;
    for (int i = 0; i < 10; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){i, NULL};
        *link = n;
        link = &n->next;
    }
    int sum = 0;
    while (head) {
        struct node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    assert(sum == 45);
    return 0;
}
