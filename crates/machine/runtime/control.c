/* What fcntl and ioctl tell of descriptors and change. */
#include "file.h"

enum { DUPLICATE = 0, GET_FD, SET_FD, GET_FLAGS, SET_FLAGS, GET_LOCK, SET_LOCK, SET_LOCK_WAITS, DUPLICATE_CLOSING = 1030 };
#ifdef __LP64__
#define IS_LOCK(command) ((command) >= GET_LOCK && (command) <= SET_LOCK_WAITS)
#else
#define IS_LOCK(command) (((command) >= GET_LOCK && (command) <= SET_LOCK_WAITS) || ((command) >= 12 && (command) <= 14))
#endif
/* Of ioctl: how many bytes can be read; that nothing waits; and all that terminals have begin with T. */
enum { HOW_MANY = 0x541B, NEVER_WAITS = 0x5421 };

int __tb_closing_of(int descriptor, int value);
void __tb_unsupported_ioctl(void);

static int flags_of(struct file *file, int end)
{
    pthread_mutex_t *lock = __tb_lock_of(file);
    __tb_mutex_lock(lock);
    int flags = (file->nonblocking[end] ? NONBLOCK : 0) | (file->appends ? APPEND : 0);
    __tb_mutex_unlock(lock);
    switch (file->kind) {
    case PIPE:
        return flags | end;
    case STANDARD:
        return flags | (__tb_number_of(file) == 0 ? 0 : WRITE_ONLY);
    case REGULAR:
        return flags | (file->access == MAY_READ ? 0 : file->access == MAY_WRITE ? WRITE_ONLY : READ_WRITE);
    default:
        return flags | READ_WRITE;
    }
}

static int set_flags(struct file *file, int end, int appends, int never_waits)
{
    pthread_mutex_t *lock = __tb_lock_of(file);
    __tb_mutex_lock(lock);
    file->nonblocking[end] = never_waits;
    if (appends >= 0)
        file->appends = file->kind == REGULAR && appends;
    __tb_mutex_unlock(lock);
    return 0;
}

/* With what was given, a number or an address. */
static int control(int descriptor, int command, void *with)
{
    int end, value = (int)(long)with;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (IS_LOCK(command))
        return __tb_lock_record(file, end, command, with);
    switch (command) {
    case DUPLICATE:
    case DUPLICATE_CLOSING:
        return value < 0 ? tb_failed(EINVAL) : __tb_duplicate(descriptor, value, command == DUPLICATE ? 0 : CLOSE_ON_EXEC);
    case GET_FD:
        return __tb_closing_of(descriptor, -1);
    case SET_FD:
        __tb_closing_of(descriptor, value & 1 /* FD_CLOEXEC */);
        return 0;
    case GET_FLAGS:
        return flags_of(file, end);
    case SET_FLAGS:
        return set_flags(file, end, (value & APPEND) != 0, (value & NONBLOCK) != 0);
    default:
        __tb_unsupported_fcntl();
        return -1;
    }
}

static int has_argument(int command)
{
    return command == DUPLICATE || command == DUPLICATE_CLOSING || command == SET_FD || command == SET_FLAGS;
}

#define CONTROL(name)                                                                                                  \
    int name(int descriptor, int command, ...)                                                                         \
    {                                                                                                                  \
        void *with = NULL;                                                                                             \
        va_list rest;                                                                                                  \
        __builtin_va_start(rest, command);                                                                             \
        if (IS_LOCK(command))                                                                                          \
            with = __builtin_va_arg(rest, void *);                                                                     \
        else if (has_argument(command))                                                                                \
            with = (void *)(long)__builtin_va_arg(rest, int);                                                          \
        __builtin_va_end(rest);                                                                                        \
        return control(descriptor, command, with);                                                                     \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

/* How many bytes can be read at once. */
static int waiting_in(struct file *file, int end)
{
    if (file->kind == STANDARD || file->kind == EVENT || (file->kind == REGULAR && file->inode->what != CONTENT))
        return -1;
    if (file->kind != REGULAR)
        return (int)__tb_bytes_in(&file->queues[file->kind == PIPE ? READS : end]);
    pthread_mutex_t *lock = __tb_lock_of(file);
    __tb_mutex_lock(lock);
    long long left = file->inode->size - file->at;
    __tb_mutex_unlock(lock);
    return (int)left;
}

int ioctl(int descriptor, unsigned long request, ...)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    va_list rest;
    __builtin_va_start(rest, request);
    int *with = request == HOW_MANY || request == NEVER_WAITS ? __builtin_va_arg(rest, int *) : NULL;
    __builtin_va_end(rest);
    if (request == NEVER_WAITS)
        return set_flags(file, end, -1, *with != 0);
    if (request >> 8 != 'T')
        __tb_unsupported_ioctl();
    int count = request == HOW_MANY ? waiting_in(file, end) : -1;
    if (count < 0)
        return tb_failed(ENOTTY);
    *with = count;
    return 0;
}

/* Nothing is a terminal. */
int isatty(int descriptor)
{
    int end;
    if (__tb_file_of(descriptor, &end))
        errno = ENOTTY;
    return 0;
}
