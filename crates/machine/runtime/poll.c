/* Waiting for one of several descriptors: poll, select. */
#include "file.h"

enum { CAN_READ = 1, CAN_WRITE = 4, BROKEN = 8, HUNG_UP = 16, NOT_OPEN = 32 };

pthread_mutex_t __tb_polling;
pthread_cond_t __tb_polled;

struct pollfd {
    int descriptor;
    short wanted;
    short found;
};

/* What of this holds, with the lock. */
static int state(const struct file *file, int end)
{
    const struct ring *in = &file->rings[end], *out = &file->rings[1 - end];
    int reads = file->kind == SOCKET || end == READS, writes = file->kind == SOCKET || end == WRITES, found = 0;
    if (file->kind == EVENT)
        return (file->count > 0 ? CAN_READ : 0) | (file->count < LARGEST ? CAN_WRITE : 0);
    if (file->kind == REGULAR)
        return CAN_READ | CAN_WRITE;
    if (file->kind == STANDARD)
        return __tb_number_of(file) == 0 ? CAN_READ : CAN_WRITE;
    int other_is_gone = !file->open[1 - end];
    if (file->kind == SOCKET) {
        /* An end of a socket that nobody can send to any more can be read: the end. */
        if (in->length > 0 || file->shut[end] || other_is_gone)
            found |= CAN_READ;
        if (out->length < CAPACITY || file->shut[1 - end] || other_is_gone)
            found |= CAN_WRITE;
        return found | (other_is_gone || (file->shut[end] && file->shut[1 - end]) ? HUNG_UP : 0);
    }
    if (reads)
        found |= (in->length > 0 ? CAN_READ : 0) | (other_is_gone ? HUNG_UP : 0);
    if (writes)
        found |= (out->length < CAPACITY ? CAN_WRITE : 0) | (other_is_gone ? BROKEN : 0);
    return found;
}

static int look_at(struct pollfd *one)
{
    int end, always = BROKEN | HUNG_UP | NOT_OPEN;
    if (one->descriptor < 0)
        return 0;
    int before = errno;
    struct file *file = __tb_file_of(one->descriptor, &end);
    errno = before;
    if (!file)
        return NOT_OPEN;
    if (file->kind == REGULAR || file->kind == STANDARD)
        return state(file, end) & one->wanted;
    __tb_mutex_lock(&file->lock);
    int found = state(file, end) & (one->wanted | always);
    file->is_polled = 1;
    __tb_tell(found ? IS_READY : WAITS_IN_POLL, one->descriptor, file, (unsigned)found, 0);
    __tb_mutex_unlock(&file->lock);
    return found;
}

/* Who changes a file looks whether it is polled after that; so it is seen here, or wakes who waits here. */
int poll(struct pollfd *all, unsigned long count, int milliseconds)
{
    int ready, woken = 0;
    __tb_point();
    if (count == 0 && milliseconds >= 0)
        return 0;
    __tb_mutex_lock(&__tb_polling);
    for (;;) {
        ready = 0;
        for (unsigned long i = 0; i < count; i++) {
            all[i].found = (short)look_at(&all[i]);
            ready += all[i].found != 0;
        }
        if (ready || milliseconds == 0 || woken == ETIMEDOUT)
            break;
        __tb_cond_enter(&__tb_polled, &__tb_polling);
        __tb_mutex_unlock(&__tb_polling);
        woken = __tb_cond_await(&__tb_polled, milliseconds > 0, 0);
        __tb_mutex_lock(&__tb_polling);
        if (woken == EINTR) {
            __tb_mutex_unlock(&__tb_polling);
            __tb_cancelled();
        }
    }
    __tb_mutex_unlock(&__tb_polling);
    return ready;
}

#define BITS (8 * (int)sizeof(unsigned long))

typedef struct {
    unsigned long bits[1024 / BITS];
} fd_set;

static int has(const fd_set *set, int descriptor)
{
    return set && (set->bits[descriptor / BITS] >> (descriptor % BITS) & 1);
}

/* Leaves in a set those for which one of these holds; how many. */
static int leave_in(fd_set *set, const struct pollfd *all, int count, int wanted, int found)
{
    int left = 0;
    if (!set)
        return 0;
    for (int i = 0; i < count; i++) {
        int descriptor = all[i].descriptor;
        if (!has(set, descriptor))
            continue;
        if (all[i].wanted & wanted && all[i].found & found)
            left++;
        else
            set->bits[descriptor / BITS] &= ~(1UL << (descriptor % BITS));
    }
    return left;
}

/* `milliseconds` as for poll. Nothing is exceptional. */
static int select_in(int count, fd_set *reads, fd_set *writes, fd_set *odd, int milliseconds)
{
    struct pollfd all[MOST_DESCRIPTORS];
    int many = 0;
    for (int descriptor = 0; descriptor < count; descriptor++) {
        int wanted = (has(reads, descriptor) ? CAN_READ : 0) | (has(writes, descriptor) ? CAN_WRITE : 0);
        if (!wanted && !has(odd, descriptor))
            continue;
        if (descriptor >= MOST_DESCRIPTORS)
            return tb_failed(EBADF);
        all[many++] = (struct pollfd){descriptor, (short)wanted, 0};
    }
    poll(all, (unsigned long)many, milliseconds);
    for (int i = 0; i < many; i++)
        if (all[i].found & NOT_OPEN)
            return tb_failed(EBADF);
    int left = leave_in(reads, all, many, CAN_READ, CAN_READ | HUNG_UP | BROKEN);
    left += leave_in(writes, all, many, CAN_WRITE, CAN_WRITE | BROKEN);
    return left + leave_in(odd, all, many, 0, 0);
}

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

/* As on Linux, nothing is left of the time where it has passed. */
int select(int count, fd_set *reads, fd_set *writes, fd_set *odd, struct timeval *time)
{
    if (count < 0 || count > 1024 || (time && (time->tv_sec < 0 || time->tv_usec < 0)))
        return tb_failed(EINVAL);
    int milliseconds = !time ? -1 : time->tv_sec == 0 && time->tv_usec == 0 ? 0 : 1;
    int ready = select_in(count, reads, writes, odd, milliseconds);
    if (time && ready == 0)
        *time = (struct timeval){0, 0};
    return ready;
}

int pselect(int count, fd_set *reads, fd_set *writes, fd_set *odd, const struct timespec *time, const void *mask)
{
    if (count < 0 || count > 1024 || (time && !tb_is_valid(time)) || (time && time->tv_sec < 0))
        return tb_failed(EINVAL);
    if (mask)
        __tb_unsupported_mask();
    int milliseconds = !time ? -1 : time->tv_sec == 0 && time->tv_nsec == 0 ? 0 : 1;
    return select_in(count, reads, writes, odd, milliseconds);
}

int ppoll(struct pollfd *all, unsigned long count, const struct timespec *time, const void *mask)
{
    if (time && (!tb_is_valid(time) || time->tv_sec < 0))
        return tb_failed(EINVAL);
    if (mask)
        __tb_unsupported_mask();
    return poll(all, count, !time ? -1 : time->tv_sec == 0 && time->tv_nsec == 0 ? 0 : 1);
}
