//@ check --stub way=0: safe graph-only named-only
//@ check --stub way=1: safe graph-only named-only
//@ check --stub way=2: safe graph-only named-only
//@ check --stub way=3: safe graph-only named-only
//@ check --stub way=4: safe graph-only named-only
//@ check --stub way=5: safe graph-only named-only
//@ check --stub way=6: safe graph-only named-only
//@ check --stub way=7: safe graph-only named-only
//@ check --stub way=8: safe graph-only named-only
//@ check --stub way=9: safe graph-only named-only
//@ check --stub way=10: safe graph-only named-only
//@ check --stub way=11: safe graph-only named-only
//@ check --stub way=12: safe graph-only named-only
//@ check --stub way=13 --model rc11: safe named-only
//@ check --stub way=13 --explorer optimal: safe named-only
//@ check --stub way=0 --races explore: safe named-only
// Loops without anything visible that come back to the same registers for a hundred thousand rounds and more, and end all the same: what they count is
// elsewhere. Each before the first visible operation and in a thread.
#include "spin.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 120000 };

static int global;
static _Thread_local int local;

static int steps_on(int *count)
{
    return ++*count == MANY;
}

static void in_memory(int *count)
{
    *count = 0;
    while (!steps_on(count))
        ;
}

static int rounds_of(int n)
{
    int i = 0;
    while (i < n)
        i++;
    return i;
}

/* The state that differs is the caller's. */
static void in_the_caller(void)
{
    int many = 0;
    for (int i = 0; i < MANY / 4; i++)
        many += rounds_of(5);
    assert(many / 5 == MANY / 4);
}

/* Digits in a small array, which lies in the frame. */
static void in_the_frame(void)
{
    unsigned char digits[3];
    digits[0] = digits[1] = digits[2] = 0;
    while (digits[2] < 8) {
        int at = 0;
        while (++digits[at] == 100 && at < 2)
            digits[at++] = 0;
    }
}

/* Only where it was called from differs. */
static void again_and_again(void)
{
    for (int i = 0; i < MANY / 8; i++) {
        rounds_of(5);
        rounds_of(5);
        rounds_of(5);
        rounds_of(5);
    }
}

struct pair {
    long first, second;
};

static void in_a_copy(void)
{
    struct pair one = {0, 0}, two;
    struct pair *from = &one, *to = &two;
    for (;;) {
        memcpy(to, from, sizeof *to);
        to->second++;
        if (to->second == MANY)
            break;
        memcpy(from, to, sizeof *from);
    }
}

/* Memory that is new in each round. */
static void handed_on(void)
{
    int *count = calloc(1, sizeof *count);
    while (*count < MANY / 4) {
        int *next = malloc(sizeof *next);
        *next = *count + 1;
        free(count);
        count = next;
    }
    free(count);
}

static void by_numbers(void)
{
    double x = 1;
    while (x < 10)
        x *= 1.00001;
    unsigned n = 1;
    do
        n = n * 1664525u + 1013904223u;
    while (n % 1000003u != 17);
}

static void by_errno(void)
{
    errno = 0;
    while (errno != MANY)
        errno++;
}

static int depth(int n)
{
    int i = 0;
    while (i < 20)
        i++;
    return n == 0 ? i : depth(n - 1);
}

/* Which of its arguments comes next. */
static int sum(int n, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static void some_depths(void)
{
    for (int i = 0; i < 4; i++)
        assert(depth(3000) == 20);
}

static void some_sums(void)
{
    for (int i = 0; i < MANY / 4; i++)
        assert(sum(3, 1, 2, i) == i + 3);
}

int way(void);

/* One of them, or all. */
static void *body(void *arg)
{
    int here, *there = malloc(sizeof *there), all = way() == 13;
    if (all || way() == 0)
        in_memory(&global);
    if (all || way() == 1)
        in_memory(&local);
    if (all || way() == 2)
        in_memory(&here);
    if (all || way() == 3)
        in_memory(there);
    free(there);
    if (all || way() == 4)
        in_the_caller();
    if (all || way() == 5)
        again_and_again();
    if (all || way() == 6)
        in_the_frame();
    if (all || way() == 7)
        in_a_copy();
    if (all || way() == 8)
        handed_on();
    if (all || way() == 9)
        by_numbers();
    if (all || way() == 10)
        by_errno();
    if (all || way() == 11)
        some_depths();
    if (all || way() == 12)
        some_sums();
    return arg;
}

int main(void)
{
    body(NULL);
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_join(other, NULL);
    return 0;
}
