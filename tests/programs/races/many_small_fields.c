//@ check: safe executions=1
// Eight threads, eight neighbouring bytes.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define N 8

static struct {
    char field[N];
} s;

static void *worker(void *arg) {
    char *c = arg;
    for (int i = 0; i < 3; i++)
        ++*c;
    return NULL;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, &s.field[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++)
        assert(s.field[i] == 3);
    return 0;
}
