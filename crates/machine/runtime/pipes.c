/* Pipes, connected sockets and eventfds within the process: what one thread writes another one reads.
 *
 * What fits into a pipe is written at once. Each is a monitor: a lock and a condition variable. Who reads has seen what was done
 * before the write. A socket pair is two pipes: what an end writes is on its way to the other one. */
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

/* Gives the lock back, and fails. */
static ssize_t fail(struct file *file, int error)
{
    __tb_mutex_unlock(&file->lock);
    errno = error;
    return -1;
}

/* Two ends, and what is on its way to those that read. */
static void open_both(int kind, int descriptors[2], int flags)
{
    __tb_mutex_lock(&__tb_opening);
    struct file *file = __tb_new_file(kind);
    for (int end = READS; end <= (kind == PIPE ? READS : WRITES); end++) {
        file->rings[end].bytes = __tb_kept(CAPACITY);
        __tb_tell(HAS_RING, 0, file->rings[end].bytes, 0, 0);
    }
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

ssize_t __tb_read_ring(int descriptor, struct file *file, int end, unsigned char *to, size_t n, int waits)
{
    struct ring *ring = &file->rings[end];
    if (n == 0)
        return 0;
    __tb_mutex_lock(&file->lock);
    while (ring->length == 0) {
        if (!file->open[1 - end] || file->shut[end]) {
            __tb_tell(READS_END, descriptor, file, 0, 0);
            __tb_mutex_unlock(&file->lock);
            return 0;
        }
        if (file->nonblocking[end] || !waits)
            return fail(file, EAGAIN);
        __tb_tell(WAITS_TO_READ, descriptor, file, (unsigned)file->kind, 0);
        wait(file);
    }
    size_t count = n < ring->length ? n : ring->length;
    for (size_t i = 0; i < count; i++)
        to[i] = ring->bytes[(ring->first + i) % CAPACITY];
    ring->first = (ring->first + count) % CAPACITY;
    ring->length -= count;
    __tb_tell(READS_BYTES, descriptor, file, count, (unsigned)file->kind);
    __tb_leave_file(file);
    return (ssize_t)count;
}

static ssize_t broken(struct file *file, size_t done, int signals)
{
    fail(file, EPIPE);
    if (signals)
        __tb_raise(13 /* SIGPIPE */);
    return done ? (ssize_t)done : -1;
}

ssize_t __tb_write_ring(int descriptor, struct file *file, int end, const unsigned char *from, size_t n, int waits, int signals)
{
    struct ring *ring = &file->rings[1 - end];
    size_t done = 0;
    if (n == 0)
        return 0;
    __tb_mutex_lock(&file->lock);
    waits = waits && !file->nonblocking[end];
    while (done < n) {
        if (!file->open[1 - end] || file->shut[1 - end])
            return broken(file, done, signals);
        size_t room = CAPACITY - ring->length;
        if (room == 0 || (file->kind == PIPE && n <= CAPACITY && room < n)) {
            if (!waits && done == 0)
                return fail(file, EAGAIN);
            if (!waits)
                break;
            if (file->waiting)
                __tb_cond_broadcast(&file->changed);
            __tb_tell(WAITS_TO_WRITE, descriptor, file, (unsigned)file->kind, 0);
            wait(file);
            continue;
        }
        size_t count = n - done < room ? n - done : room;
        for (size_t i = 0; i < count; i++)
            ring->bytes[(ring->first + ring->length + i) % CAPACITY] = from[done + i];
        ring->length += count;
        done += count;
        __tb_tell(WRITES_BYTES, descriptor, file, count, (unsigned)file->kind);
    }
    __tb_leave_file(file);
    return (ssize_t)done;
}

ssize_t __tb_read_event(int descriptor, struct file *file, void *to, size_t n)
{
    if (n < sizeof file->count)
        return tb_failed(EINVAL);
    __tb_mutex_lock(&file->lock);
    while (file->count == 0) {
        if (file->nonblocking[READS])
            return fail(file, EAGAIN);
        __tb_tell(WAITS_FOR_COUNT, descriptor, file, 0, 0);
        wait(file);
    }
    unsigned long long taken = file->is_semaphore ? 1 : file->count;
    file->count -= taken;
    __tb_tell(TAKES_COUNT, descriptor, file, taken, file->count);
    __tb_leave_file(file);
    __builtin_memcpy(to, &taken, sizeof taken);
    return sizeof taken;
}

ssize_t __tb_write_event(int descriptor, struct file *file, const void *from, size_t n)
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
        __tb_tell(WAITS_TO_WRITE, descriptor, file, EVENT, 0);
        wait(file);
    }
    file->count += added;
    __tb_tell(ADDS_COUNT, descriptor, file, added, file->count);
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
    return file ? __tb_write_ring(descriptor, file, end, from, n, !(flags & DONT_WAIT), !(flags & NO_SIGNAL)) : -1;
}

ssize_t recv(int descriptor, void *to, size_t n, int flags)
{
    int end;
    __tb_point();
    struct file *file = socket_of(descriptor, &end);
    if (flags & ~DONT_WAIT)
        __tb_unsupported_socket();
    return file ? __tb_read_ring(descriptor, file, end, to, n, !(flags & DONT_WAIT)) : -1;
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
    __tb_mutex_lock(&file->lock);
    if (how != 1)
        file->shut[end] = 1;
    if (how != 0)
        file->shut[1 - end] = 1;
    __tb_leave_file(file);
    return 0;
}
