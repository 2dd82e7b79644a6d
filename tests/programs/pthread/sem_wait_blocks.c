//@ check: deadlock
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_wait(&s);
    sem_wait(&s);
    return 0;
}
