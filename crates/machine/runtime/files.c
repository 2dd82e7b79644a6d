/* Descriptors, and what can be done with all of them. What they stand for is in pipes.c and regular.c.
 *
 * Opening is ordered by one lock: which descriptor is the lowest that is free can be seen. What a descriptor stands for is read without
 * it, and it is closed without it. */
#include "file.h"

static struct file *__tb_files[MOST_FILES];
static int __tb_files_used;
static struct file __tb_standard[FIRST_DESCRIPTOR] = {{.kind = STANDARD}, {.kind = STANDARD}, {.kind = STANDARD}};
/* By descriptor: 0, or 1 and twice the place of the file and the end. Behind all files are the standard ones. */
#define PLACE(place, end) (1 + 2 * (place) + (end))
static _Atomic int __tb_descriptors[MOST_DESCRIPTORS] = {PLACE(MOST_FILES, 0), PLACE(MOST_FILES + 1, 0), PLACE(MOST_FILES + 2, 0)};
/* All that were ever open are below. With the lock. */
static int __tb_descriptors_used = FIRST_DESCRIPTOR;
/* Those that exec would close, which can only be asked for; with the lock. */
static char __tb_closing[MOST_DESCRIPTORS];
pthread_mutex_t __tb_opening;

struct file *__tb_file_at(int entry, int *end)
{
    *end = (entry - 1) & 1;
    int place = (entry - 1) / 2;
    return place < MOST_FILES ? __tb_files[place] : &__tb_standard[place - MOST_FILES];
}

static int has_place(int descriptor)
{
    return descriptor >= 0 && descriptor < MOST_DESCRIPTORS;
}

int __tb_entry_of(int descriptor)
{
    return has_place(descriptor) ? __tb_descriptors[descriptor] : 0;
}

static int not_open(int descriptor)
{
    __tb_tell(IS_NOT_OPEN, descriptor, &__tb_opening, 0, 0);
    return tb_failed(EBADF);
}

struct file *__tb_file_of(int descriptor, int *end)
{
    int entry = __tb_entry_of(descriptor);
    if (entry == 0) {
        not_open(descriptor);
        return NULL;
    }
    return __tb_file_at(entry, end);
}

int __tb_number_of(const struct file *file)
{
    return (int)(file - __tb_standard);
}

struct file *__tb_new_file(int kind)
{
    /* What dprintf prints comes there, too. */
    __tb_keep(__tb_print_file);
    if (__tb_files_used == MOST_FILES)
        __tb_unsupported_more_files();
    /* Each its own object: what becomes of one changes nothing of the others. */
    struct file *file = __tb_files[__tb_files_used] = __tb_kept(sizeof *file);
    file->place = __tb_files_used++;
    file->kind = kind;
    return file;
}

/* The entry that was there. */
static int enter(int descriptor, struct file *file, int end, int flags)
{
    __tb_closing[descriptor] = (flags & CLOSE_ON_EXEC) != 0;
    if (descriptor >= __tb_descriptors_used)
        __tb_descriptors_used = descriptor + 1;
    int place = file->kind == STANDARD ? MOST_FILES + __tb_number_of(file) : file->place;
    return __atomic_exchange_n((int *)&__tb_descriptors[descriptor], PLACE(place, end), __ATOMIC_SEQ_CST);
}

/* Downwards, as they are closed without the lock: what lies below a free one is looked at later, so it was not free when that was. */
static int lowest_from(int least)
{
    int lowest = least > __tb_descriptors_used ? least : __tb_descriptors_used;
    for (int descriptor = lowest; descriptor-- > least;)
        if (!__tb_descriptors[descriptor])
            lowest = descriptor;
    if (lowest >= MOST_DESCRIPTORS)
        __tb_unsupported_more_files();
    return lowest;
}

int __tb_open_end(struct file *file, int end, int flags)
{
    int descriptor = lowest_from(0);
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

void __tb_tell_pollers(struct file *file)
{
    if (!file->is_polled)
        return;
    __tb_mutex_lock(&__tb_polling);
    __tb_cond_broadcast(&__tb_polled);
    __tb_mutex_unlock(&__tb_polling);
}

void __tb_leave_file(struct file *file)
{
    if (file->waiting)
        __tb_cond_broadcast(&file->changed);
    __tb_mutex_unlock(&file->lock);
    __tb_tell_pollers(file);
}

/* A descriptor less, or more, for an end. Only others that wait for it need to know. */
static void count(struct file *file, int end, int by)
{
    if (file->kind == REGULAR)
        __tb_count_open(file, by);
    if (file->kind != PIPE && file->kind != SOCKET)
        return;
    if (__atomic_fetch_add((int *)&file->open[end], by, __ATOMIC_SEQ_CST) + by > 0)
        return;
    /* Of a pipe it may be asked after that how many bytes are in it. Of a socket nobody can; and the other end may be closed at the same time, with
     * which this shall have no order: so what is written meanwhile may come without a reset. */
    if (file->kind == SOCKET)
        __tb_wake_writers(&file->queues[end]);
    else if (end == READS)
        __tb_let_writers_look(&file->queues[end]);
    if (file->kind == SOCKET && __tb_has_unread(&file->queues[end]))
        file->was_reset[1 - end] = 1;
    if (file->kind == SOCKET || end == WRITES)
        __tb_end_queue(&file->queues[1 - end]);
    __tb_tell_pollers(file);
}

int __tb_close_file(int descriptor)
{
    int end;
    if (descriptor >= 0 && descriptor < FIRST_DESCRIPTOR && !__tb_is_replaced())
        __tb_unsupported_descriptor();
    int entry = has_place(descriptor) ? __atomic_exchange_n((int *)&__tb_descriptors[descriptor], 0, __ATOMIC_SEQ_CST) : 0;
    if (entry == 0)
        return not_open(descriptor);
    struct file *file = __tb_file_at(entry, &end);
    __tb_tell(CLOSES, descriptor, &__tb_opening, (unsigned long)file, 0);
    count(file, end, -1);
    return 0;
}

int close(int descriptor)
{
    __tb_point();
    return __tb_close_file(descriptor);
}

/* One descriptor more will stand for what this one does; or 0, and EBADF. It is not closed meanwhile: the end would have been told. */
static struct file *share(int descriptor, int *end)
{
    int entry = __tb_entry_of(descriptor);
    if (entry != 0) {
        struct file *file = __tb_file_at(entry, end);
        count(file, *end, 1);
        if (__tb_entry_of(descriptor) == entry)
            return file;
        count(file, *end, -1);
    }
    errno = EBADF;
    return NULL;
}

int __tb_duplicate(int descriptor, int from, int flags)
{
    int end;
    __tb_mutex_lock(&__tb_opening);
    struct file *file = share(descriptor, &end);
    int copy = -1;
    if (file) {
        copy = lowest_from(from);
        enter(copy, file, end, flags);
    }
    __tb_mutex_unlock(&__tb_opening);
    return copy;
}

int dup(int descriptor)
{
    return __tb_duplicate(descriptor, 0, 0);
}

/* For dup2 and its kin (replace.c). */
int __tb_become(int descriptor, int to, int flags)
{
    int end, old = 0, old_end;
    __tb_mutex_lock(&__tb_opening);
    struct file *file = NULL;
    if (to < 0 || to >= 1024) {
        errno = EBADF;
    } else if (__tb_entry_of(descriptor) && to >= MOST_DESCRIPTORS) {
        __tb_unsupported_more_files();
    } else {
        file = share(descriptor, &end);
        old = file ? enter(to, file, end, flags) : 0;
    }
    __tb_mutex_unlock(&__tb_opening);
    if (old)
        count(__tb_file_at(old, &old_end), old_end, -1);
    return file ? to : -1;
}

int __tb_may(const struct file *file, int end, int what)
{
    switch (file->kind) {
    case PIPE:
        return what == (end == READS ? MAY_READ : MAY_WRITE);
    case REGULAR:
        return file->access & what;
    case STANDARD:
        return what == (__tb_number_of(file) == 0 ? MAY_READ : MAY_WRITE);
    default:
        return 1;
    }
}

/* read and write; of the standard streams only where they may stand for something else (replace.c). */
ssize_t __tb_read_file(int descriptor, void *to, size_t n)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (!__tb_may(file, end, MAY_READ))
        return tb_failed(EBADF);
    if (file->kind == STANDARD)
        return __tb_read_input(to, n);
    if (file->kind == REGULAR) {
        ssize_t count = __tb_read_regular(file, to, n, -1);
        if (count >= 0 && n > 0)
            __tb_tell(READS_BYTES, descriptor, file->inode, (size_t)count, REGULAR);
        return count;
    }
    return file->kind == EVENT ? __tb_read_event(descriptor, file, to, n) : __tb_read_queue(descriptor, file, end, to, n, 1);
}

ssize_t __tb_write_file(int descriptor, const void *from, size_t n)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (!__tb_may(file, end, MAY_WRITE))
        return tb_failed(EBADF);
    if (file->kind == STANDARD)
        return __tb_print(__tb_number_of(file), from, n);
    if (file->kind == REGULAR) {
        ssize_t count = __tb_write_regular(file, from, n, -1);
        if (count > 0)
            __tb_tell(WRITES_BYTES, descriptor, file->inode, (size_t)count, REGULAR);
        return count;
    }
    if (file->kind == EVENT)
        return __tb_write_event(descriptor, file, from, n);
    return __tb_write_queue(descriptor, file, end, from, n, 1, 1);
}

/* dprintf. */
ssize_t __tb_print_file(int descriptor, const void *from, size_t n)
{
    __tb_may_point();
    return __tb_write_file(descriptor, from, n);
}

/* Asks whether exec would close it, or (value 0 or 1) says so. */
int __tb_closing_of(int descriptor, int value)
{
    __tb_mutex_lock(&__tb_opening);
    int before = __tb_closing[descriptor];
    if (value >= 0)
        __tb_closing[descriptor] = (char)value;
    __tb_mutex_unlock(&__tb_opening);
    return before;
}
