// A device with a buffer (after the scull driver): N threads, in turn readers and writers, each under the device's mutex.
#include "common.h"

#define SIZE 4

static pthread_mutex_t device = PTHREAD_MUTEX_INITIALIZER;
static char data[SIZE];
static int size;

static void write_one(int n) {
    pthread_mutex_lock(&device);
    if (size < SIZE)
        data[size++] = (char)n;
    pthread_mutex_unlock(&device);
}

static void read_all(void) {
    pthread_mutex_lock(&device);
    for (int at = 0; at < size; at++)
        assert(data[at] != 0);
    pthread_mutex_unlock(&device);
}

static void *thread(void *arg) {
    int n = (intptr_t)arg;
    if (n % 2)
        write_one(n);
    else
        read_all();
    return arg;
}

int main(void) {
    start_all(thread);
    join_all();
    return 0;
}
