/* A watchdog that ends the program while main returns. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_bool done;
static void *watchdog(void *a) { sleep(5); if (!atomic_load(&done)) { fprintf(stderr, "hung\n"); exit(2); } return a; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, watchdog, 0);
    pthread_detach(t);
    printf("work\n");
    atomic_store(&done, 1);
    return 0;
}
