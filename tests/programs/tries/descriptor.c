//@ check: data-race line=@read|@write other=@read|@write
//@ check --model sc: data-race line=@read|@write other=@read|@write
//@ check --model tso: data-race line=@read|@write other=@read|@write
//@ check --model pso: data-race line=@read|@write other=@read|@write
//@ check --model ra: data-race line=@read|@write other=@read|@write
//@ check --model rc11: data-race line=@read|@write other=@read|@write
//@ check --explorer source: data-race line=@read|@write other=@read|@write
//@ check --explorer optimal: data-race line=@read|@write other=@read|@write
//@ check --explorer observers: data-race line=@read|@write other=@read|@write
//@ check --explorer rf: data-race line=@read|@write other=@read|@write
//@ check --explorer rvf: data-race line=@read|@write other=@read|@write
//@ check --explorer prefix: data-race line=@read|@write other=@read|@write
//@ check --explorer states: data-race line=@read|@write other=@read|@write
//@ check --explorer unfolding --races report: data-race line=@read|@write other=@read|@write
//@ check --races explore: safe
// The other thread writes `data`, and then does for a moment what makes the call fail. That tells that `data` was written, but orders nothing: what
// fails rather than waits is as a lock that is not taken (orders_nothing.c). If it succeeds `data` is not read.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int data;
static int ends[2];

#if defined EVENT
static void init(void) { ends[0] = eventfd(1, EFD_NONBLOCK); }
static void hinder(void) { (void)!read(ends[0], &(uint64_t){0}, 8); }
static int fails(void) { return read(ends[0], &(uint64_t){0}, 8) == -1 && errno == EAGAIN; }
#elif defined EVENT_FULL
static void init(void) { ends[0] = eventfd(0, EFD_NONBLOCK); }
static void hinder(void) { (void)!write(ends[0], &(uint64_t){UINT64_MAX - 1}, 8); }
static int fails(void) { return write(ends[0], &(uint64_t){1}, 8) == -1 && errno == EAGAIN; }
#elif defined RECEIVE
static void init(void)
{
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    (void)!write(ends[1], "x", 1);
}
static void hinder(void) { (void)!recv(ends[0], (char[1]){0}, 1, MSG_DONTWAIT); }
static int fails(void) { return recv(ends[0], (char[1]){0}, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN; }
#elif defined FULL
static char page[8192];
static void init(void) { (void)!pipe2(ends, O_NONBLOCK); }
static void hinder(void) { (void)!write(ends[1], page, sizeof page); }
static int fails(void) { return write(ends[1], "x", 1) == -1 && errno == EAGAIN; }
#elif defined LOCK
static void init(void)
{
    ends[0] = open("f", O_CREAT | O_RDWR, 0600);
    ends[1] = open("f", O_RDWR);
}
static void hinder(void)
{
    flock(ends[0], LOCK_EX);
    flock(ends[0], LOCK_UN);
}
static int fails(void)
{
    int result = flock(ends[1], LOCK_EX | LOCK_NB), error = errno;
    if (result == 0)
        flock(ends[1], LOCK_UN);
    return result == -1 && error == EWOULDBLOCK;
}
#else
#if defined POLL
static int fails(void) { return poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 0) == 0; }
#elif defined POLL_TIMED
static int fails(void) { return poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 10) == 0; }
#elif defined SELECT
static int fails(void)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    return select(ends[0] + 1, &set, NULL, NULL, &(struct timeval){0}) == 0;
}
#else
static int fails(void) { return read(ends[0], (char[1]){0}, 1) == -1 && errno == EAGAIN; }
#endif
static void init(void)
{
    (void)!pipe2(ends, O_NONBLOCK);
    (void)!write(ends[1], "x", 1);
}
static void hinder(void) { (void)!read(ends[0], (char[1]){0}, 1); }
#endif

static void *tries(void *arg)
{
    if (fails())
        return data == 7 ? arg : NULL; /*@read*/
    return NULL;
}

static void *hinders(void *arg)
{
    data = 1; /*@write*/
    hinder();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    init();
    pthread_create(&a, NULL, tries, NULL);
    pthread_create(&b, NULL, hinders, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
