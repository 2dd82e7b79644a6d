//@ check: sync-misuse line=@here message="destroyed"
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    sem_wait(&s); /*@here*/
    return 0;
}
