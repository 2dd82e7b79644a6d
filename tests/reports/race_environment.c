// One thread reads the environment, another one changes it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *home;
static void *reader(void *a) { home = getenv("HOME"); return a; }
static void *changer(void *a) { setenv("HOME", "/tmp", 1); return a; }
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, changer, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return 0;
}
