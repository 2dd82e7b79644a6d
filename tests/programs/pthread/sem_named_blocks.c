//@ check: deadlock line=@here
// The semaphore is open already, with the value 0: the 1 is ignored.
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
    sem_open("/lock", O_CREAT, 0644, 0);
    sem_t *lock = sem_open("/lock", O_CREAT, 0644, 1);
    sem_wait(lock); /*@here*/
    return 0;
}
