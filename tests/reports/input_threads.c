//! --symbolic
/* However many threads were asked for, two are enough. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *client(void *arg)
{
    pthread_mutex_lock(&lock);
    int before = served;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    served = before + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    if (n > 16)
        n = 16;
    pthread_t *clients = malloc(n * sizeof *clients);
    for (int i = 0; i < n; i++)
        pthread_create(&clients[i], NULL, client, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(clients[i], NULL);
    assert(served == n);
    free(clients);
    return 0;
}
