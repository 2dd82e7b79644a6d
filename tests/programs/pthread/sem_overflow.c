//@ check: safe executions=1
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void) {
    sem_t s;
    assert(sem_init(&s, 0, INT_MAX) == 0);
    errno = 0;
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    return 0;
}
