//@ check: safe
//@ check --model rc11: safe
//@ check --model pso: safe
//@ check --explorer optimal: safe
//@ check --explorer rf: safe
//@ check --explorer states: incomplete unsupported="fail or only ask"
// What succeeds without waiting orders as what waits does: who reads the byte, or is told by poll that it is there, comes after who has written it; who
// has the lock of the file, after who had it before.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <unistd.h>

static int data[4];
static int ends[2], event, files[2];

static void *takes(void *unused)
{
    int sum = 0;
    if (poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 0) == 1)
        sum += data[0];
    if (read(ends[0], (char[1]){0}, 1) == 1)
        sum += data[0];
    if (read(event, &(uint64_t){0}, 8) == 8)
        sum += data[1];
    if (flock(files[1], LOCK_EX | LOCK_NB) == 0)
        sum += data[2];
    return sum == 7 ? unused : NULL;
}

int main(void)
{
    pthread_t thread;
    (void)!pipe2(ends, O_NONBLOCK);
    event = eventfd(0, EFD_NONBLOCK);
    files[0] = open("f", O_CREAT | O_RDWR, 0600);
    files[1] = open("f", O_RDWR);
    flock(files[0], LOCK_EX);
    pthread_create(&thread, NULL, takes, NULL);
    data[0] = 1;
    (void)!write(ends[1], "x", 1);
    data[1] = 1;
    (void)!write(event, &(uint64_t){1}, 8);
    data[2] = 1;
    flock(files[0], LOCK_UN);
    pthread_join(thread, NULL);
    return 0;
}
