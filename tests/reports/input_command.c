//! --symbolic
/* A command loop: input decides which commands run; "reset" races with the worker's use. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

enum cmd { CMD_NOP, CMD_SET, CMD_RESET };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *table;
static unsigned len = 4;

static void *worker(void *arg)
{
    unsigned char idx = __VERIFIER_nondet_uchar();
    (void)arg;
    pthread_mutex_lock(&lock);
    if (idx < len && table)
        table[idx] += 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void execute(enum cmd c, int v)
{
    switch (c) {
    case CMD_SET:
        pthread_mutex_lock(&lock);
        if (table)
            table[0] = v;
        pthread_mutex_unlock(&lock);
        break;
    case CMD_RESET:
        pthread_mutex_lock(&lock);
        free(table);
        table = calloc(2, sizeof *table);
        pthread_mutex_unlock(&lock);
        break;
    default:
        break;
    }
}

int main(void)
{
    pthread_t t;
    table = calloc(len, sizeof *table);
    pthread_create(&t, NULL, worker, NULL);
    int c = __VERIFIER_nondet_int();
    int v = __VERIFIER_nondet_int();
    if (c >= CMD_NOP && c <= CMD_RESET)
        execute((enum cmd)c, v);
    pthread_join(t, NULL);
    free(table);
    return 0;
}
