/* Pipes, connected sockets and eventfds within the process: what one thread writes another one reads.
 *
 * What fits into a pipe is written at once (queue.c). Who reads has seen what was done before the write. A socket pair is two pipes: what
 * an end writes is on its way to the other one. An eventfd is a monitor: a lock and a condition variable. */
#include "file.h"

enum { SEMAPHORE = 1 };
enum { LOCAL = 1, STREAM = 1 };
enum { PEEK = 2, DONT_WAIT = 0x40, WAIT_ALL = 0x100, NO_SIGNAL = 0x4000 };

void __tb_unsupported_socket(void);

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

/* Two ends, and what is on its way to those that read. */
static void open_both(int kind, int descriptors[2], int flags)
{
    __tb_mutex_lock(&__tb_opening);
    struct file *file = __tb_new_file(kind);
    for (int end = READS; end <= (kind == PIPE ? READS : WRITES); end++)
        __tb_open_queue(&file->queues[end]);
    int first = __tb_open_end(file, READS, flags), second = __tb_open_end(file, WRITES, flags);
    __tb_mutex_unlock(&__tb_opening);
    descriptors[0] = first;
    descriptors[1] = second;
}

int pipe2(int descriptors[2], int flags)
{
    if (flags & ~(NONBLOCK | CLOSE_ON_EXEC))
        return tb_failed(EINVAL);
    open_both(PIPE, descriptors, flags);
    return 0;
}

int pipe(int descriptors[2])
{
    return pipe2(descriptors, 0);
}

int socketpair(int domain, int type, int protocol, int descriptors[2])
{
    int flags = type & (NONBLOCK | CLOSE_ON_EXEC);
    if (domain != LOCAL || (type & ~flags) != STREAM || protocol != 0)
        __tb_unsupported_socket();
    open_both(SOCKET, descriptors, flags);
    return 0;
}

int eventfd(unsigned count, int flags)
{
    if (flags & ~(NONBLOCK | CLOSE_ON_EXEC | SEMAPHORE))
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct file *file = __tb_new_file(EVENT);
    file->count = count;
    file->is_semaphore = flags & SEMAPHORE;
    int descriptor = __tb_open_end(file, READS, flags);
    __tb_mutex_unlock(&__tb_opening);
    return descriptor;
}

/* Looks, with nothing ordered by it. */
unsigned long long __tb_look_at_count(struct file *file)
{
    return __atomic_load_n((unsigned long long *)&file->count, __ATOMIC_RELAXED);
}

/* Takes the lock; 0 without it, if the count does not lie between these, and the thread must not wait until it does: then it has only
 * looked. */
static int enter(struct file *file, unsigned long long least, unsigned long long most)
{
    int waits = !file->nonblocking[READS];
    for (;;) {
        unsigned long long count = waits ? least : __tb_look_at_count(file);
        if (count < least || count > most)
            return 0;
        __tb_mutex_lock(&file->lock);
        if (waits || (file->count >= least && file->count <= most))
            return 1;
        __tb_mutex_unlock(&file->lock);
    }
}

ssize_t __tb_read_event(int descriptor, struct file *file, void *to, size_t n)
{
    if (n < sizeof file->count)
        return tb_failed(EINVAL);
    if (!enter(file, 1, LARGEST)) {
        __tb_tell(WOULD_WAIT, descriptor, file, BYTES_TO_COME, EVENT);
        return tb_failed(EAGAIN);
    }
    unsigned long long count, taken;
    while ((count = file->count) == 0) {
        __tb_tell(WAITS_FOR_COUNT, descriptor, file, 0, 0);
        wait(file);
    }
    taken = file->is_semaphore ? 1 : count;
    file->count = count - taken;
    __tb_tell(TAKES_COUNT, descriptor, file, taken, count - taken);
    __tb_leave_file(file);
    __builtin_memcpy(to, &taken, sizeof taken);
    return sizeof taken;
}

ssize_t __tb_write_event(int descriptor, struct file *file, const void *from, size_t n)
{
    unsigned long long added, count;
    if (n < sizeof added)
        return tb_failed(EINVAL);
    __builtin_memcpy(&added, from, sizeof added);
    if (added > LARGEST)
        return tb_failed(EINVAL);
    if (!enter(file, 0, LARGEST - added)) {
        __tb_tell(WOULD_WAIT, descriptor, file, ROOM_FOR_MORE, EVENT);
        return tb_failed(EAGAIN);
    }
    while ((count = file->count) > LARGEST - added) {
        __tb_tell(WAITS_TO_WRITE, descriptor, file, EVENT, 0);
        wait(file);
    }
    file->count = count + added;
    __tb_tell(ADDS_COUNT, descriptor, file, added, count + added);
    __tb_leave_file(file);
    return sizeof added;
}

int eventfd_read(int descriptor, unsigned long long *value)
{
    __tb_point();
    return __tb_read_file(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int descriptor, unsigned long long value)
{
    __tb_point();
    return __tb_write_file(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* A socket, or ENOTSOCK. */
static struct file *socket_of(int descriptor, int *end)
{
    struct file *file = __tb_file_of(descriptor, end);
    if (file && file->kind != SOCKET) {
        errno = 88; /* ENOTSOCK */
        file = NULL;
    }
    return file;
}

ssize_t send(int descriptor, const void *from, size_t n, int flags)
{
    int end;
    __tb_point();
    struct file *file = socket_of(descriptor, &end);
    if (flags & ~(DONT_WAIT | NO_SIGNAL))
        __tb_unsupported_socket();
    return file ? __tb_write_queue(descriptor, file, end, from, n, !(flags & DONT_WAIT), !(flags & NO_SIGNAL)) : -1;
}

ssize_t recv(int descriptor, void *to, size_t n, int flags)
{
    int end;
    __tb_point();
    struct file *file = socket_of(descriptor, &end);
    if (flags & ~DONT_WAIT)
        __tb_unsupported_socket();
    return file ? __tb_read_queue(descriptor, file, end, to, n, !(flags & DONT_WAIT)) : -1;
}

/* Nothing comes any more to the ends of these bits, the own one first. Who finds its end finds that all of them are shut. */
static void end_these(struct file *file, int own, int bits)
{
    for (int end = 0; end < 2; end++)
        if (bits >> end & 1)
            __tb_mutex_lock(&file->queues[end].writing);
    file->shut |= bits;
    if (bits >> own & 1)
        __tb_end_here(&file->queues[own]);
    if (bits >> (1 - own) & 1)
        __tb_end_here(&file->queues[1 - own]);
    for (int end = 0; end < 2; end++) {
        if (!(bits >> end & 1))
            continue;
        __tb_mutex_unlock(&file->queues[end].writing);
        __tb_wake_writers(&file->queues[end]);
    }
}

/* Nothing is read any more (0), nothing written (1), or neither (2): as if the one or the other had come to its end. */
int shutdown(int descriptor, int how)
{
    int end;
    struct file *file = socket_of(descriptor, &end);
    if (!file)
        return -1;
    if (how < 0 || how > 2)
        return tb_failed(EINVAL);
    __tb_tell(SHUTS_DOWN, descriptor, file, 0, 0);
    end_these(file, end, (how != 1 ? 1 << end : 0) | (how != 0 ? 1 << (1 - end) : 0));
    __tb_tell_pollers(file);
    return 0;
}
