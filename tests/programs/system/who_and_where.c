//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1
// Fixed things (docs/libraries.md); the streams are no terminals. PTHREAD_STACK_MIN is a call in glibc.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <unistd.h>

int main(void) {
    assert(htons(0x1234) == 0x3412 && ntohs(htons(7)) == 7);
    assert(htonl(0x12345678) == 0x78563412 && ntohl(htonl(7)) == 7);
    assert(!isatty(5000) && errno == EBADF);
    assert(getuid() == geteuid() && getgid() == getegid());
    struct rusage usage;
    assert(getrusage(77, &usage) == -1 && errno == EINVAL);
    assert(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_sec < 1000);
    assert(PTHREAD_STACK_MIN == 16384);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    assert(pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN) == 0);
    struct sched_param param = {3};
    assert(pthread_attr_setschedparam(&attr, &param) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &param) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attr, SCHED_FIFO) == 0 && pthread_attr_setschedparam(&attr, &param) == 0);
    assert(pthread_setconcurrency(3) == 0 && pthread_getconcurrency() == 3 && pthread_setconcurrency(-1) == EINVAL);
    return 0;
}
