//@ check --stub bad=0: safe
//@ check --stub bad=1: null-pointer
//@ check --stub bad=2: invalid-pointer
// Tables of function pointers, one of them in thread-local memory; a missing entry and a number that is none.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int bad(void);
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct { const char *name; op run; } table[] = {{"add", add}, {"sub", sub}, {"mul", mul}, {"none", 0}};
static _Thread_local op chosen = add;
static op get(int i) { return table[i].run; }

static void *work(void *arg) {
    assert(chosen == add && chosen(1, 2) == 3);
    chosen = get((int)(intptr_t)arg);
    assert((*chosen)(7, 3) == (arg == (void *)1 ? 4 : 21));
    return (void *)(intptr_t)chosen(2, 2);
}

int main(void) {
    int b = bad();
    pthread_t t[2];
    void *result[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], &result[i]);
    assert(result[0] == (void *)0 && result[1] == (void *)4 && chosen == add);
    if (b == 1)
        return get(3)(1, 1);
    if (b == 2)
        return ((op)0x1234567)(1, 1);
    return 0;
}
