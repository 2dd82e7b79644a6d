// Values and names of every kind: what is below zero wraps around.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

struct flags {
    unsigned ready : 3, level : 5;
    int change : 4;
};

union number {
    int whole;
    struct {
        short low, high;
    } half;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct flags flags;
static union number number;
static unsigned below;
static size_t most;
static const char *text;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void *change(void *arg)
{
    pthread_mutex_lock(&lock);
    flags.level = 7;
    number.half.high = 3;
    below--;
    most = (size_t)-2;
    text = "changed";
    atomic_flag_test_and_set(&busy);
    errno = ERANGE;
    fprintf(stdout, "%u\n", below);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *look(void *arg)
{
    pthread_mutex_lock(&lock);
    if (flags.level == 7 && number.half.high == 3 && text != NULL && atomic_flag_test_and_set(&busy))
        assert(below < most && below < 100);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t c, l;
    pthread_create(&c, NULL, change, NULL);
    pthread_create(&l, NULL, look, NULL);
    pthread_join(c, NULL);
    pthread_join(l, NULL);
    return 0;
}
