//@ check: uninitialised-read line=@wait
// Nobody has set the seconds until which is waited.
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t sem;
    struct timespec until;
    sem_init(&sem, 0, 0);
    until.tv_nsec = 0;
    sem_timedwait(&sem, &until); /*@wait*/
    return 0;
}
