//@ check: incomplete unsupported=sem_open
#include <fcntl.h>
#include <semaphore.h>
#include <stddef.h>

int main(void) {
    return sem_open("/name", O_CREAT, 0600, 1) == NULL;
}
