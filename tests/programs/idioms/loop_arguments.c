//@ check --stub how=0: data-race|use-after-free
//@ check --stub how=1: safe
//@ check --stub how=2: use-after-free
// The address of the loop's variable as the threads' argument; an array's elements; a variable of the loop's body.
#include <assert.h>
#include <pthread.h>

int how(void);
static int seen[2];

static void *run(void *arg) {
    int i = *(int *)arg;
    __atomic_fetch_add(&seen[i & 1], 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    int h = how(), numbers[2] = {0, 1};
    pthread_t t[2];
    if (h == 0)
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, run, &i);
    if (h == 1)
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, run, &numbers[i]);
    if (h == 2)
        for (int i = 0; i < 2; i++) {
            int own = i;
            pthread_create(&t[i], NULL, run, &own);
        }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(seen[0] == 1 && seen[1] == 1);
    return 0;
}
