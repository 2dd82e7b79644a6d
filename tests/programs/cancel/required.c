//@ check: safe
// Points that POSIX requires, though they do not wait: who was cancelled before does not come behind them.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

static int file, event, at, passed;
static sem_t go;

static void *worker(void *arg)
{
    char byte = 0;
    eventfd_t count;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_wait(&go);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    switch (at) {
    case 0:
        open("/tmp/required", O_RDONLY);
        break;
    case 1:
        open("/tmp/required", O_RDWR | O_CREAT, 0600);
        break;
    case 2:
        openat(AT_FDCWD, "/tmp/required", O_RDONLY);
        break;
    case 3:
        creat("/tmp/required", 0600);
        break;
    case 4:
        pread(file, &byte, 1, 0);
        break;
    case 5:
        pwrite(file, &byte, 1, 0);
        break;
    case 6:
        fsync(file);
        break;
    case 7:
        fdatasync(file);
        break;
    case 8:
        eventfd_read(event, &count);
        break;
    case 9:
        eventfd_write(event, 1);
        break;
    case 10:
        getrandom(&byte, 1, 0);
        break;
    }
    passed = 1;
    return arg;
}

int main(void)
{
    file = open("/tmp/required", O_RDWR | O_CREAT, 0600);
    event = eventfd(1, 0);
    sem_init(&go, 0, 0);
    for (at = 0; at < 11; at++) {
        pthread_t thread;
        void *result;
        pthread_create(&thread, NULL, worker, NULL);
        pthread_cancel(thread);
        sem_post(&go);
        pthread_join(thread, &result);
        assert(result == PTHREAD_CANCELED && !passed);
    }
    return 0;
}
