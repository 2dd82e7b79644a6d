//@ check: sync-misuse line=@here message="initialised"
#include <semaphore.h>

static sem_t s;

int main(void) {
    sem_post(&s); /*@here*/
    return 0;
}
