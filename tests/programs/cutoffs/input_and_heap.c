//@ check --explorer prefix --symbolic: safe named-only
// Blocks that are allocated again and again, beside input: numbers that cannot be addresses do not keep states apart.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct message {
    int kind, size;
    long argument;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static struct message *box;
static long last;
static char *buffer;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (!box)
            pthread_cond_wait(&moved, &m);
        struct message *message = box;
        box = NULL;
        pthread_cond_signal(&moved);
        pthread_mutex_unlock(&m);
        if (message->kind == 1)
            last = message->argument;
        free(message);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (;;) {
        int kind = __VERIFIER_nondet_int();
        if (kind == 2) {
            free(buffer);
            buffer = malloc(8);
        }
        if (kind == 3) {
            free(buffer);
            buffer = NULL;
        }
        struct message *message = malloc(sizeof *message);
        message->kind = kind;
        message->size = 7;
        message->argument = kind * 2L + 1;
        pthread_mutex_lock(&m);
        while (box)
            pthread_cond_wait(&moved, &m);
        box = message;
        pthread_cond_signal(&moved);
        pthread_mutex_unlock(&m);
    }
}
