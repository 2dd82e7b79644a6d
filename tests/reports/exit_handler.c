#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int open_files;
static void check(void) { assert(atomic_load(&open_files) == 0); }
static void die(void) { exit(0); }
static void *w(void *a) { atomic_fetch_add(&open_files, 1); die(); return a; }
int main(void)
{
    pthread_t t;
    atexit(check);
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
    return 0;
}
