/* Pipes and eventfds within the process: what one thread writes another one reads. There are no other files to open.
 *
 * A pipe holds 4,096 bytes, as Linux promises (pipe(7); with few of them open it gives more). What fits into it is written at once. Each is
 * a monitor: a lock and a condition variable. Who reads has seen what was done before the write. */
#include "tb.h"

typedef __builtin_va_list va_list;

#define CAPACITY 4096
#define MOST_FILES 32
#define MOST_DESCRIPTORS 64
#define FIRST 3
#define LARGEST (ULLONG_MAX - 1)

enum { PIPE = 1, EVENT };
enum { READS, WRITES };
enum { NONBLOCK = 04000, CLOSE_ON_EXEC = 02000000, SEMAPHORE = 1 };
enum { GET_FD = 1, SET_FD, GET_FLAGS, SET_FLAGS };
enum { CAN_READ = 1, CAN_WRITE = 4, BROKEN = 8, HUNG_UP = 16, NOT_OPEN = 32 };

/* What descriptors stand for. Never used again, so that who still waits there when the last is closed goes on waiting. */
struct file {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int kind;
    int waiting;
    /* Whether a thread waits for this and others in poll. */
    int is_polled;
    /* By end; an eventfd has the first only. */
    int open[2];
    int nonblocking[2];
    /* Of an eventfd. */
    int is_semaphore;
    unsigned long long count;
    /* Of a pipe. */
    unsigned first, length;
    unsigned char bytes[CAPACITY];
};

static struct file __tb_files[MOST_FILES];
static int __tb_files_used;
/* By descriptor: 0, or 1 and twice the place of the file and the end. */
static _Atomic int __tb_descriptors[MOST_DESCRIPTORS];
static pthread_mutex_t __tb_opening;
static pthread_mutex_t __tb_polling;
static pthread_cond_t __tb_polled;

void __tb_unsupported_more_files(void);
void __tb_unsupported_descriptor(void);
void __tb_unsupported_fcntl(void);
int __tb_raise(int signal);

static struct file *file_of(int descriptor, int *end)
{
    if (descriptor >= 0 && descriptor < FIRST)
        __tb_unsupported_descriptor();
    int entry = descriptor >= FIRST && descriptor < MOST_DESCRIPTORS ? __tb_descriptors[descriptor] : 0;
    if (entry == 0) {
        errno = 9; /* EBADF */
        return NULL;
    }
    *end = (entry - 1) & 1;
    return &__tb_files[(entry - 1) / 2];
}

static void wait(struct file *file)
{
    file->waiting++;
    __tb_cond_enter(&file->changed, &file->lock);
    __tb_mutex_unlock(&file->lock);
    int woken = __tb_cond_await(&file->changed, 0, 0);
    __tb_mutex_lock(&file->lock);
    file->waiting--;
    if (woken == EINTR) {
        __tb_mutex_unlock(&file->lock);
        __tb_cancelled();
    }
}

/* Gives the lock back after a change. */
static void leave(struct file *file)
{
    if (file->waiting)
        __tb_cond_broadcast(&file->changed);
    int is_polled = file->is_polled;
    __tb_mutex_unlock(&file->lock);
    if (is_polled) {
        __tb_mutex_lock(&__tb_polling);
        __tb_cond_broadcast(&__tb_polled);
        __tb_mutex_unlock(&__tb_polling);
    }
}

/* Gives it back, and fails. */
static ssize_t fail(struct file *file, int error)
{
    __tb_mutex_unlock(&file->lock);
    errno = error;
    return -1;
}

static struct file *new_file(int kind)
{
    if (__tb_files_used == MOST_FILES)
        __tb_unsupported_more_files();
    struct file *file = &__tb_files[__tb_files_used++];
    file->kind = kind;
    return file;
}

/* With the lock of descriptors: the lowest that is free. */
static int open_end(struct file *file, int end, int flags)
{
    for (int descriptor = FIRST; descriptor < MOST_DESCRIPTORS; descriptor++)
        if (__tb_descriptors[descriptor] == 0) {
            file->open[end] = 1;
            file->nonblocking[end] = (flags & NONBLOCK) != 0;
            __tb_descriptors[descriptor] = 1 + 2 * (int)(file - __tb_files) + end;
            return descriptor;
        }
    __tb_unsupported_more_files();
    return -1;
}

int pipe2(int descriptors[2], int flags)
{
    if (flags & ~(NONBLOCK | CLOSE_ON_EXEC))
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct file *file = new_file(PIPE);
    int reads = open_end(file, READS, flags), writes = open_end(file, WRITES, flags);
    __tb_mutex_unlock(&__tb_opening);
    descriptors[0] = reads;
    descriptors[1] = writes;
    return 0;
}

int pipe(int descriptors[2])
{
    return pipe2(descriptors, 0);
}

int eventfd(unsigned count, int flags)
{
    if (flags & ~(NONBLOCK | CLOSE_ON_EXEC | SEMAPHORE))
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct file *file = new_file(EVENT);
    file->count = count;
    file->is_semaphore = flags & SEMAPHORE;
    int descriptor = open_end(file, READS, flags);
    __tb_mutex_unlock(&__tb_opening);
    return descriptor;
}

int close(int descriptor)
{
    int end;
    __tb_point();
    __tb_mutex_lock(&__tb_opening);
    struct file *file = file_of(descriptor, &end);
    if (file)
        __tb_descriptors[descriptor] = 0;
    __tb_mutex_unlock(&__tb_opening);
    if (!file)
        return -1;
    __tb_mutex_lock(&file->lock);
    file->open[end] = 0;
    leave(file);
    return 0;
}

static ssize_t read_pipe(struct file *file, unsigned char *to, size_t n)
{
    if (n == 0)
        return 0;
    __tb_mutex_lock(&file->lock);
    while (file->length == 0) {
        if (!file->open[WRITES]) {
            __tb_mutex_unlock(&file->lock);
            return 0;
        }
        if (file->nonblocking[READS])
            return fail(file, EAGAIN);
        wait(file);
    }
    size_t count = n < file->length ? n : file->length;
    for (size_t i = 0; i < count; i++)
        to[i] = file->bytes[(file->first + i) % CAPACITY];
    file->first = (file->first + count) % CAPACITY;
    file->length -= count;
    leave(file);
    return (ssize_t)count;
}

static ssize_t write_pipe(struct file *file, const unsigned char *from, size_t n)
{
    size_t done = 0;
    if (n == 0)
        return 0;
    __tb_mutex_lock(&file->lock);
    while (done < n) {
        if (!file->open[READS]) {
            fail(file, 32 /* EPIPE */);
            __tb_raise(13 /* SIGPIPE */);
            return done ? (ssize_t)done : -1;
        }
        size_t room = CAPACITY - file->length;
        if (room == 0 || (n <= CAPACITY && room < n)) {
            if (file->nonblocking[WRITES] && done == 0)
                return fail(file, EAGAIN);
            if (file->nonblocking[WRITES])
                break;
            if (file->waiting)
                __tb_cond_broadcast(&file->changed);
            wait(file);
            continue;
        }
        size_t count = n - done < room ? n - done : room;
        for (size_t i = 0; i < count; i++)
            file->bytes[(file->first + file->length + i) % CAPACITY] = from[done + i];
        file->length += count;
        done += count;
    }
    leave(file);
    return (ssize_t)done;
}

static ssize_t read_event(struct file *file, unsigned long long *to, size_t n)
{
    if (n < sizeof *to)
        return tb_failed(EINVAL);
    __tb_mutex_lock(&file->lock);
    while (file->count == 0) {
        if (file->nonblocking[READS])
            return fail(file, EAGAIN);
        wait(file);
    }
    unsigned long long taken = file->is_semaphore ? 1 : file->count;
    file->count -= taken;
    leave(file);
    __builtin_memcpy(to, &taken, sizeof taken);
    return sizeof taken;
}

static ssize_t write_event(struct file *file, const void *from, size_t n)
{
    unsigned long long added;
    if (n < sizeof added)
        return tb_failed(EINVAL);
    __builtin_memcpy(&added, from, sizeof added);
    if (added > LARGEST)
        return tb_failed(EINVAL);
    __tb_mutex_lock(&file->lock);
    while (file->count > LARGEST - added) {
        if (file->nonblocking[READS])
            return fail(file, EAGAIN);
        wait(file);
    }
    file->count += added;
    leave(file);
    return sizeof added;
}

/* read and write of what is no standard stream. */
ssize_t __tb_read_file(int descriptor, void *to, size_t n)
{
    int end;
    __tb_point();
    struct file *file = file_of(descriptor, &end);
    if (!file)
        return -1;
    if (end == WRITES)
        return tb_failed(9 /* EBADF */);
    return file->kind == PIPE ? read_pipe(file, to, n) : read_event(file, to, n);
}

ssize_t __tb_write_file(int descriptor, const void *from, size_t n)
{
    int end;
    __tb_point();
    struct file *file = file_of(descriptor, &end);
    if (!file)
        return -1;
    if (file->kind == PIPE && end == READS)
        return tb_failed(9 /* EBADF */);
    return file->kind == PIPE ? write_pipe(file, from, n) : write_event(file, from, n);
}

int eventfd_read(int descriptor, unsigned long long *value)
{
    return __tb_read_file(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int descriptor, unsigned long long value)
{
    return __tb_write_file(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}

int fcntl(int descriptor, int command, ...)
{
    int end, flags = 0;
    struct file *file = file_of(descriptor, &end);
    if (!file)
        return -1;
    va_list rest;
    switch (command) {
    case GET_FD:
        return 1; /* FD_CLOEXEC: nobody calls exec. */
    case SET_FD:
        return 0;
    case GET_FLAGS:
        __tb_mutex_lock(&file->lock);
        flags = file->nonblocking[end] ? NONBLOCK : 0;
        __tb_mutex_unlock(&file->lock);
        return flags | (file->kind == EVENT ? 2 : end);
    case SET_FLAGS:
        __builtin_va_start(rest, command);
        flags = __builtin_va_arg(rest, int);
        __builtin_va_end(rest);
        __tb_mutex_lock(&file->lock);
        file->nonblocking[end] = (flags & NONBLOCK) != 0;
        __tb_mutex_unlock(&file->lock);
        return 0;
    default:
        __tb_unsupported_fcntl();
        return -1;
    }
}

struct pollfd {
    int descriptor;
    short wanted;
    short found;
};

/* What of this holds, with the lock. */
static int state(const struct file *file, int end)
{
    if (file->kind == EVENT)
        return (file->count > 0 ? CAN_READ : 0) | (file->count < LARGEST ? CAN_WRITE : 0);
    if (end == READS)
        return (file->length > 0 ? CAN_READ : 0) | (file->open[WRITES] ? 0 : HUNG_UP);
    return (file->length < CAPACITY ? CAN_WRITE : 0) | (file->open[READS] ? 0 : BROKEN);
}

static int look_at(struct pollfd *one)
{
    int end, always = BROKEN | HUNG_UP | NOT_OPEN;
    if (one->descriptor < 0)
        return 0;
    if (one->descriptor < FIRST)
        return (one->descriptor == 0 ? CAN_READ : CAN_WRITE) & one->wanted;
    int before = errno;
    struct file *file = file_of(one->descriptor, &end);
    errno = before;
    if (!file)
        return NOT_OPEN;
    __tb_mutex_lock(&file->lock);
    int found = state(file, end) & (one->wanted | always);
    file->is_polled = 1;
    __tb_mutex_unlock(&file->lock);
    return found;
}

/* Who changes a file looks whether it is polled after that; so it is seen here, or wakes who waits here. */
int poll(struct pollfd *all, unsigned long count, int milliseconds)
{
    int ready, woken = 0;
    __tb_point();
    if (count == 0)
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
