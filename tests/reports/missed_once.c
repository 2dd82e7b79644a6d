/* claim() tries once; a lost race is taken for "already done". */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int credits = 3;
static int granted[2];

static void take(int *out)
{
    int c = atomic_load(&credits);
    if (c > 0 && atomic_compare_exchange_strong(&credits, &c, c - 1))
        *out = 1;
}

static void *client(void *p) { take(p); return NULL; }

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, client, &granted[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (granted[0] + granted[1] != 2) {
        fprintf(stderr, "granted %d of 2, %d left\n", granted[0] + granted[1], credits);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
