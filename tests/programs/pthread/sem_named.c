//@ check: safe executions=1
// One thread only: each function, and what each refuses.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stddef.h>

#define REFUSED(error, call) (errno = 0, assert((call) == SEM_FAILED && errno == (error)))

int main(void) {
    int value = -1;
    REFUSED(ENOENT, sem_open("/jobs", 0));
    REFUSED(EINVAL, sem_open("", O_CREAT, 0600, 1));
    REFUSED(EINVAL, sem_open("/a/b", O_CREAT, 0600, 1));
    REFUSED(EINVAL, sem_open("/jobs", O_CREAT, 0600, SEM_VALUE_MAX + 1u));
    sem_t *jobs = sem_open("/jobs", O_CREAT | O_EXCL, 0600, 2);
    assert(jobs != SEM_FAILED);
    REFUSED(EEXIST, sem_open("/jobs", O_CREAT | O_EXCL, 0600, 2));
    // The same semaphore: the value that is given is ignored.
    sem_t *again = sem_open("/jobs", O_CREAT, 0600, 7);
    assert(again == jobs && sem_getvalue(again, &value) == 0 && value == 2);
    sem_t *other = sem_open("/other", O_CREAT, 0600, 0);
    assert(other != SEM_FAILED && other != jobs);
    assert(sem_trywait(other) == -1 && errno == EAGAIN);

    // Open once less; and closed, but its name keeps its value.
    assert(sem_close(again) == 0 && sem_wait(jobs) == 0 && sem_close(jobs) == 0);
    jobs = sem_open("/jobs", 0);
    assert(jobs != SEM_FAILED && sem_getvalue(jobs, &value) == 0 && value == 1);

    // Without its name it is there until it is closed; who takes the name has another one.
    assert(sem_unlink("/jobs") == 0 && sem_unlink("/jobs") == -1 && errno == ENOENT);
    again = sem_open("/jobs", O_CREAT, 0600, 5);
    assert(again != SEM_FAILED && again != jobs);
    assert(sem_getvalue(jobs, &value) == 0 && value == 1);
    assert(sem_close(jobs) == 0 && sem_close(again) == 0 && sem_close(other) == 0);
    assert(sem_unlink("jobs") == 0 && sem_unlink("/other") == 0 && sem_unlink("") == -1 && errno == ENOENT);

    sem_t unnamed;
    sem_init(&unnamed, 0, 1);
    assert(sem_close(&unnamed) == -1 && errno == EINVAL);
    return 0;
}
