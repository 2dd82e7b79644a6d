//@ check --explorer optimal: safe
//@ check: safe
// It looks as if nothing put `d = 0` before the read that waits: neither addition to x comes before the other in all executions that have these events, nor does one to y. But T4 adds to x only if T2 has not
// yet taken m2, and so on: in each execution one of the two pairs puts the write first. So a race is told only if an execution shows it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x, y, begun, f, g;
static int d;
static sem_t m1, m2;

static void *t1(void *arg) { d = 0; begun = 1; return 0; }
static void *t2(void *arg) { if (begun) { x++; sem_wait(&m2); } return 0; }
static void *t3(void *arg) { if (begun) { y++; sem_wait(&m1); } return 0; }
static void *t4(void *arg) { if (sem_trywait(&m1) != 0) { x++; f = 1; } return 0; }
static void *t5(void *arg) { if (sem_trywait(&m2) != 0) { y++; g = 1; } return 0; }
static void *t6(void *arg) { if (begun) __atomic_store_n(&d, 1, __ATOMIC_SEQ_CST); return 0; }
static void *t7(void *arg) { if (f && g) while (__atomic_load_n(&d, __ATOMIC_SEQ_CST) != 1); return 0; }

int main(void) {
    pthread_t t;
    void *(*all[])(void *) = { t1, t2, t3, t4, t5, t6, t7 };
    sem_init(&m1, 0, 1);
    sem_init(&m2, 0, 1);
    for (int i = 0; i < 7; i++)
        pthread_create(&t, 0, all[i], 0);
    return 0;
}
