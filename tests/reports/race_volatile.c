// A flag that is volatile, in a program of long lines: of each the statement is shown, and no handles of threads.
#include <pthread.h>
#include <stddef.h>
static volatile int ready;
static int data;
static void *writer(void *arg) { data = 1; ready = 1; return arg; }
int main(void) { pthread_t t; pthread_create(&t, NULL, writer, NULL); while (!ready) { } int seen = data; pthread_join(t, NULL); return seen - 1; }
