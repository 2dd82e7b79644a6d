/* Descriptors, and what can be done with all of them. What they stand for is in pipes.c and regular.c.
 *
 * Opening and closing is ordered by one lock: which descriptor is the lowest that is free can be seen. What a descriptor stands for
 * is read without it. */
#include "file.h"

enum { DUPLICATE = 0, GET_FD, SET_FD, GET_FLAGS, SET_FLAGS, DUPLICATE_CLOSING = 1030 };

static struct file __tb_files[MOST_FILES];
static int __tb_files_used;
/* By descriptor: 0, or 1 and twice the place of the file and the end. */
static _Atomic int __tb_descriptors[MOST_DESCRIPTORS];
/* Those that are not 0, and those that exec would close, which can only be asked for; with the lock. */
static char __tb_taken[MOST_DESCRIPTORS], __tb_closing[MOST_DESCRIPTORS];
pthread_mutex_t __tb_opening;

struct file *__tb_file_of(int descriptor, int *end)
{
    if (descriptor >= 0 && descriptor < FIRST_DESCRIPTOR)
        __tb_unsupported_descriptor();
    int entry = descriptor >= FIRST_DESCRIPTOR && descriptor < MOST_DESCRIPTORS ? __tb_descriptors[descriptor] : 0;
    if (entry == 0) {
        errno = EBADF;
        return NULL;
    }
    *end = (entry - 1) & 1;
    return &__tb_files[(entry - 1) / 2];
}

struct file *__tb_new_file(int kind)
{
    /* What dprintf prints comes there, too. */
    __tb_keep(__tb_print_file);
    if (__tb_files_used == MOST_FILES)
        __tb_unsupported_more_files();
    struct file *file = &__tb_files[__tb_files_used++];
    file->kind = kind;
    return file;
}

static void enter(int descriptor, struct file *file, int end, int flags)
{
    __tb_taken[descriptor] = 1;
    __tb_closing[descriptor] = (flags & CLOSE_ON_EXEC) != 0;
    __tb_descriptors[descriptor] = 1 + 2 * (int)(file - __tb_files) + end;
}

static int lowest_from(int descriptor)
{
    while (descriptor < MOST_DESCRIPTORS && __tb_taken[descriptor])
        descriptor++;
    if (descriptor >= MOST_DESCRIPTORS)
        __tb_unsupported_more_files();
    return descriptor;
}

int __tb_open_end(struct file *file, int end, int flags)
{
    int descriptor = lowest_from(FIRST_DESCRIPTOR);
    file->open[end] = 1;
    file->nonblocking[end] = (flags & NONBLOCK) != 0;
    enter(descriptor, file, end, flags);
    return descriptor;
}

/* Of a file, its content; as long as nobody can read what is written, only its place in it has to be kept together. */
pthread_mutex_t *__tb_lock_of(struct file *file)
{
    return file->kind == REGULAR && __tb_files_are_read() ? &file->inode->lock : &file->lock;
}

void __tb_leave_file(struct file *file)
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

/* A descriptor less, or more, for an end. Only others that wait for it need to know. */
static void count(struct file *file, int end, int by)
{
    if (file->kind != PIPE && file->kind != SOCKET)
        return;
    __tb_mutex_lock(&file->lock);
    file->open[end] += by;
    __tb_leave_file(file);
}

int __tb_close_file(int descriptor)
{
    int end;
    __tb_mutex_lock(&__tb_opening);
    struct file *file = __tb_file_of(descriptor, &end);
    if (file) {
        __tb_taken[descriptor] = 0;
        __tb_descriptors[descriptor] = 0;
    }
    __tb_mutex_unlock(&__tb_opening);
    if (!file)
        return -1;
    count(file, end, -1);
    return 0;
}

int close(int descriptor)
{
    __tb_point();
    return __tb_close_file(descriptor);
}

static int duplicate(int descriptor, int from, int flags)
{
    int end;
    __tb_mutex_lock(&__tb_opening);
    struct file *file = __tb_file_of(descriptor, &end);
    int copy = -1;
    if (file) {
        copy = lowest_from(from < FIRST_DESCRIPTOR ? FIRST_DESCRIPTOR : from);
        count(file, end, 1);
        enter(copy, file, end, flags);
    }
    __tb_mutex_unlock(&__tb_opening);
    return copy;
}

int dup(int descriptor)
{
    return duplicate(descriptor, FIRST_DESCRIPTOR, 0);
}

int dup3(int descriptor, int to, int flags)
{
    int end, old_end;
    if (descriptor == to || flags & ~CLOSE_ON_EXEC)
        return tb_failed(EINVAL);
    if (to >= 0 && to < FIRST_DESCRIPTOR)
        __tb_unsupported_descriptor();
    __tb_mutex_lock(&__tb_opening);
    struct file *file = __tb_file_of(descriptor, &end), *old = NULL;
    if (file && to >= FIRST_DESCRIPTOR && to < MOST_DESCRIPTORS) {
        old = __tb_taken[to] ? __tb_file_of(to, &old_end) : NULL;
        count(file, end, 1);
        enter(to, file, end, flags);
    } else if (file && to >= 1024) {
        file = NULL;
        errno = EBADF;
    } else if (file) {
        __tb_unsupported_more_files();
    }
    __tb_mutex_unlock(&__tb_opening);
    if (old)
        count(old, old_end, -1);
    return file ? to : -1;
}

int dup2(int descriptor, int to)
{
    int end;
    if (descriptor == to)
        return __tb_file_of(descriptor, &end) ? to : -1;
    return dup3(descriptor, to, 0);
}

static int may(const struct file *file, int end, int what)
{
    switch (file->kind) {
    case PIPE:
        return what == (end == READS ? MAY_READ : MAY_WRITE);
    case REGULAR:
        return file->access & what;
    default:
        return 1;
    }
}

/* read and write of what is no standard stream. */
ssize_t __tb_read_file(int descriptor, void *to, size_t n)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (!may(file, end, MAY_READ))
        return tb_failed(EBADF);
    if (file->kind == REGULAR)
        return __tb_read_regular(file, to, n, -1);
    return file->kind == EVENT ? __tb_read_event(descriptor, file, to, n) : __tb_read_ring(descriptor, file, end, to, n, 1);
}

ssize_t __tb_write_file(int descriptor, const void *from, size_t n)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (!may(file, end, MAY_WRITE))
        return tb_failed(EBADF);
    if (file->kind == REGULAR)
        return __tb_write_regular(file, from, n, -1);
    if (file->kind == EVENT)
        return __tb_write_event(descriptor, file, from, n);
    return __tb_write_ring(descriptor, file, end, from, n, 1, 1);
}

/* dprintf. */
ssize_t __tb_print_file(int descriptor, const void *from, size_t n)
{
    __tb_may_point();
    return __tb_write_file(descriptor, from, n);
}

static int flags_of(struct file *file, int end)
{
    pthread_mutex_t *lock = __tb_lock_of(file);
    __tb_mutex_lock(lock);
    int flags = (file->nonblocking[end] ? NONBLOCK : 0) | (file->appends ? APPEND : 0);
    __tb_mutex_unlock(lock);
    switch (file->kind) {
    case PIPE:
        return flags | end;
    case REGULAR:
        return flags | (file->access == MAY_READ ? 0 : file->access == MAY_WRITE ? WRITE_ONLY : READ_WRITE);
    default:
        return flags | READ_WRITE;
    }
}

/* Asks whether exec would close it, or (value 0 or 1) says so. */
static int closing(int descriptor, int value)
{
    __tb_mutex_lock(&__tb_opening);
    int before = __tb_closing[descriptor];
    if (value >= 0)
        __tb_closing[descriptor] = (char)value;
    __tb_mutex_unlock(&__tb_opening);
    return before;
}

int fcntl(int descriptor, int command, ...)
{
    int end, value = 0;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    va_list rest;
    __builtin_va_start(rest, command);
    if (command == SET_FLAGS || command == SET_FD || command == DUPLICATE || command == DUPLICATE_CLOSING)
        value = __builtin_va_arg(rest, int);
    __builtin_va_end(rest);
    switch (command) {
    case DUPLICATE:
    case DUPLICATE_CLOSING:
        return value < 0 ? tb_failed(EINVAL) : duplicate(descriptor, value, command == DUPLICATE ? 0 : CLOSE_ON_EXEC);
    case GET_FD:
        return closing(descriptor, -1);
    case SET_FD:
        closing(descriptor, value & 1 /* FD_CLOEXEC */);
        return 0;
    case GET_FLAGS:
        return flags_of(file, end);
    case SET_FLAGS:
        __tb_mutex_lock(__tb_lock_of(file));
        file->nonblocking[end] = (value & NONBLOCK) != 0;
        file->appends = file->kind == REGULAR && (value & APPEND);
        __tb_mutex_unlock(__tb_lock_of(file));
        return 0;
    default:
        __tb_unsupported_fcntl();
        return -1;
    }
}
