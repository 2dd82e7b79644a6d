//@ check: data-race message="data race on `b+16.buf[0]`"
//@ check --races explore: safe
// Two structures are carved out of one block, which is called after the first: the second has the names of its own members,
// though two more of the first would fit as well.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct base {
    void *cur;
    long power;
};

struct node {
    size_t cap;
    size_t front, back;
    uintptr_t buf[];
};

static struct base *b;

static struct node *head(void)
{
    return (struct node *)(void *)(b + 1);
}

static void *writes(void *arg)
{
    head()->buf[0] = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    b = malloc(sizeof(struct base) + sizeof(struct node) + 8 * sizeof(uintptr_t));
    b->power = 1;
    head()->cap = 8;
    head()->buf[0] = 0;
    pthread_create(&thread, NULL, writes, NULL);
    uintptr_t read = head()->buf[0];
    (void)read;
    pthread_join(thread, NULL);
    free(b);
    return 0;
}
