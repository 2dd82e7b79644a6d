//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1
//@ check --explorer unfolding: safe
// The system is fixed (docs/libraries.md): two processors, pages of 4 KB, process 1000.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static void *look(void *arg) {
    *(int *)arg = gettid();
    return NULL;
}

int main(void) {
    assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && get_nprocs() == 2);
    assert(sysconf(_SC_PAGESIZE) == 4096 && getpagesize() == 4096);
    assert(getpid() == 1000 && gettid() == getpid() && getppid() == 1);
    assert(sched_getcpu() == 0);
    cpu_set_t set;
    assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 2);
    CPU_ZERO(&set);
    CPU_SET(1, &set);
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
    struct sched_param param = {0};
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &param) == 0);
    assert(sched_get_priority_max(SCHED_FIFO) == 99);
    pthread_t thread;
    int id;
    pthread_create(&thread, NULL, look, &id);
    pthread_join(thread, NULL);
    assert(id == 1001);
    return 0;
}
