//! --keep-going
/* Values that are compared stand in the form of their types, as in the table. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum state { IDLE, RUNNING };
static struct { enum state state; char tag; bool ok; int8_t level; int cells[3]; int *cell; } o;

static void *first(void *arg)
{
    assert(o.state == IDLE);
    return arg;
}
static void *second(void *arg)
{
    assert(o.tag != 'x');
    return arg;
}
static void *third(void *arg)
{
    assert(o.ok == false);
    return arg;
}
static void *fourth(void *arg)
{
    assert(o.level >= 0);
    return arg;
}
static void *fifth(void *arg)
{
    int *begin = o.cells;
    assert(o.cell == begin);
    return arg;
}
int main(void)
{
    void *(*all[5])(void *) = { first, second, third, fourth, fifth };
    o.state = RUNNING;
    o.tag = 'x';
    o.ok = true;
    o.level = -3;
    o.cell = &o.cells[1];
    pthread_t t[5];
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 5; i++)
        pthread_join(t[i], NULL);
    return 0;
}
