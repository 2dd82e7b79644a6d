//@ check --races explore: safe executions=64
//@ check --races explore --model tso: safe executions=64
//@ check --races explore --model pso: safe executions=64
//@ check --races explore --model ra: safe executions=64
//@ check --races explore --model rc11: safe executions=64
// Three threads come to a structure, all by copies: the writer after the readers have shown that it is
// shared, and before the exploration begins again with that knowledge.
//
// The writer writes the three members in order, each reader reads them in that order. A reader may see each
// of them as it was or as it is: it reads the first at any time before or after it is written, the second
// later, but still before or after that is written, and so on. So a reader has 8 ways, and what one reader sees
// says nothing of the other: 64.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record {
    int a;
    short b, c;
};
static struct record old, new = { 1, 1, 1 };

static void *reader(void *arg) {
    struct record mine;
    memcpy(&mine, &old, sizeof mine);
#ifdef FAILS
    assert(mine.a == mine.c); /*@torn*/
#endif
    return arg;
}

static void *writer(void *arg) {
    memcpy(&old, &new, sizeof old);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_create(&c, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
