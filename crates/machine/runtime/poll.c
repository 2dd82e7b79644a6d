/* Waiting for one of several descriptors: poll, select. */
#include "file.h"

enum { CAN_READ = 1, CAN_WRITE = 4, BROKEN = 8, HUNG_UP = 16, NOT_OPEN = 32, CAN_READ_TOO = 0x40, CAN_WRITE_TOO = 0x100, WRITES_NO_MORE = 0x2000 };

pthread_mutex_t __tb_polling;
pthread_cond_t __tb_polled;

struct pollfd {
    int descriptor;
    short wanted;
    short found;
};

/* What comes first, and whether nothing comes after that. Only where there are bytes is that asked, and then whether they are still there: so a
 * state that others have left behind is not told. */
static int first_of(struct queue *queue, int waits, int *is_over)
{
    int first = __tb_first_of(queue, waits);
    *is_over = first == OVER || (first == HAS_BYTES && queue->is_over);
    return first == HAS_BYTES && *is_over ? __tb_first_of(queue, waits) : first;
}

/* Of a pipe or socket. No more is asked than makes a difference. A pipe has room if as much fits in as is written in one piece, as on Linux. */
static int state_of_queues(struct file *file, int end, int wanted, int waits)
{
    int is_socket = file->kind == SOCKET, is_over = 0, first = EMPTY, found = 0;
    int writes = wanted & CAN_WRITE && (is_socket || end == WRITES);
    if (is_socket ? wanted & (CAN_READ | WRITES_NO_MORE) : end == READS)
        first = first_of(&file->queues[end], waits, &is_over);
    else if (is_socket)
        is_over = file->queues[end].is_over;
    int is_shut_out = is_socket && (is_over || writes) && file->shut >> (1 - end) & 1;
    int other_is_gone = (is_over || (!is_socket && end == WRITES)) && !file->open[1 - end];
    /* An end of a socket that nobody can send to any more can be read: the end. */
    if (is_socket && is_over)
        found |= CAN_READ | WRITES_NO_MORE;
    else if (first == HAS_BYTES)
        found |= CAN_READ;
    if (is_socket && (is_shut_out || other_is_gone))
        found |= CAN_WRITE;
    else if (writes && __tb_has_room(&file->queues[1 - end], is_socket ? 1 : PIPE_BUF, waits))
        found |= CAN_WRITE;
    if (is_socket && other_is_gone && file->was_reset[end])
        found |= BROKEN;
    found &= wanted | BROKEN;
    if (is_socket)
        return found | (other_is_gone || (is_over && is_shut_out) ? HUNG_UP : 0);
    return found | (!other_is_gone ? 0 : end == READS ? HUNG_UP : BROKEN);
}

static int state_of_event(unsigned long long count)
{
    return (count > 0 ? CAN_READ : 0) | (count < LARGEST ? CAN_WRITE : 0);
}

/* What is wanted of it. Who finds nothing, and does not wait, has only looked. */
static int state_of(struct file *file, int end, int wanted, int waits)
{
    if (file->kind == REGULAR)
        return (CAN_READ | CAN_WRITE) & wanted;
    if (file->kind == STANDARD)
        return (__tb_number_of(file) == 0 ? CAN_READ : CAN_WRITE) & wanted;
    if (file->kind != EVENT)
        return state_of_queues(file, end, wanted, waits);
    if (waits)
        return state_of_event(file->count) & wanted;
    int found = 0;
    while (!found && state_of_event(__tb_look_at_count(file)) & wanted) {
        __tb_mutex_lock(&file->lock);
        found = state_of_event(file->count) & wanted;
        __tb_mutex_unlock(&file->lock);
    }
    return found;
}

static int state(struct file *file, int end, int wanted, int waits)
{
    wanted |= (wanted & CAN_READ_TOO ? CAN_READ : 0) | (wanted & CAN_WRITE_TOO ? CAN_WRITE : 0);
    int found = state_of(file, end, wanted, waits);
    return found | (found & CAN_READ ? CAN_READ_TOO : 0) | (found & CAN_WRITE ? CAN_WRITE_TOO : 0);
}

/* With what its descriptor stands for (0 if it is not open). */
static int look_at(const struct pollfd *one, int entry, int waits)
{
    int end, always = BROKEN | HUNG_UP | NOT_OPEN;
    if (one->descriptor < 0)
        return 0;
    if (entry == 0)
        return NOT_OPEN;
    struct file *file = __tb_file_at(entry, &end);
    if (file->kind == REGULAR || file->kind == STANDARD)
        return state(file, end, one->wanted, waits) & one->wanted;
    int found = state(file, end, one->wanted, waits) & (one->wanted | always);
    if (found || waits)
        __tb_tell(found ? IS_READY : WAITS_IN_POLL, one->descriptor, file, (unsigned)found, 0);
    else
        __tb_tell(WOULD_WAIT, one->descriptor, file, ANYTHING, 0);
    return found;
}

/* What the descriptors stand for is asked once: who closes one of them meanwhile, or makes it another one, changes nothing. */
struct waiting {
    struct pollfd *all;
    unsigned long count;
    const int *entries;
};

/* Those from that one on; how many are ready. */
static int look_at_all(const struct waiting *its, unsigned long from)
{
    int ready = 0;
    for (unsigned long i = from; i < its->count; i++) {
        its->all[i].found = (short)look_at(&its->all[i], its->entries[i], 1);
        ready += its->all[i].found != 0;
    }
    return ready;
}

/* Where it is waited for bytes or counts only: whether there are some is asked without a lock, and the rounds have no effect. The first that
 * is ready, with what it is. */
static unsigned long wait_for_first(const struct waiting *its, int *found)
{
    for (;;) {
        for (unsigned long i = 0; i < its->count; i++)
            if ((*found = look_at(&its->all[i], its->entries[i], 1)))
                return i;
        __tb_point();
    }
}

static int wait_for_bytes(const struct waiting *its)
{
    int found;
    unsigned long first = wait_for_first(its, &found);
    for (unsigned long i = 0; i < first; i++)
        its->all[i].found = 0;
    its->all[first].found = (short)found;
    return 1 + look_at_all(its, first + 1);
}

/* Who changes a file looks whether it is polled after that; so it is seen here, or wakes who waits here. */
static int wait_for_change(const struct waiting *its)
{
    int ready, end;
    for (unsigned long i = 0; i < its->count; i++)
        if (its->all[i].descriptor >= 0 && its->entries[i])
            __tb_file_at(its->entries[i], &end)->is_polled = 1;
    __tb_mutex_lock(&__tb_polling);
    while ((ready = look_at_all(its, 0)) == 0) {
        __tb_cond_enter(&__tb_polled, &__tb_polling);
        __tb_mutex_unlock(&__tb_polling);
        int woken = __tb_cond_await(&__tb_polled, 0, 0);
        if (woken == EINTR)
            __tb_cancelled();
        __tb_mutex_lock(&__tb_polling);
    }
    __tb_mutex_unlock(&__tb_polling);
    return ready;
}

/* Whether it is waited for room, or for nothing at all. */
static int waits_for_room(const struct waiting *its)
{
    int end, waits = 0;
    for (unsigned long i = 0; i < its->count; i++) {
        if (its->all[i].descriptor < 0 || its->entries[i] == 0)
            continue;
        struct file *file = __tb_file_at(its->entries[i], &end);
        if (file->kind != EVENT && its->all[i].wanted & (CAN_WRITE | CAN_WRITE_TOO))
            return 1;
        waits = 1;
    }
    return !waits;
}

/* Nothing but what is found is kept, so that a round of a loop around it is in vain. */
static int look_once(struct pollfd *all, unsigned long count)
{
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        all[i].found = (short)look_at(&all[i], __tb_entry_of(all[i].descriptor), 0);
        ready += all[i].found != 0;
    }
    return ready;
}

/* Who waits for some time looks once, as who does not wait: that something has come meanwhile is that it looks later. So a call of which
 * nothing comes orders nothing. */
int poll(struct pollfd *all, unsigned long count, int milliseconds)
{
    __tb_point();
    if (milliseconds >= 0) {
        int ready = look_once(all, count);
        if (ready == 0 && milliseconds > 0)
            __tb_tell(TIMES_OUT, 0, &__tb_polling, 0, 0);
        return ready;
    }
    int *entries = __builtin_alloca(count * sizeof *entries);
    for (unsigned long i = 0; i < count; i++)
        entries[i] = __tb_entry_of(all[i].descriptor);
    struct waiting its = {all, count, entries};
    return waits_for_room(&its) ? wait_for_change(&its) : wait_for_bytes(&its);
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
