/* Locks of files. What flock locks belongs to what was opened: who has opened a file of that name on its own waits, also in the same
 * process. Locks of records (fcntl, lockf) belong to the process: threads never wait for one another there, and nothing is
 * ordered by them. */
#include "file.h"

enum { SHARED = 1, ALONE = 2, AT_ONCE = 4, NO_MORE = 8 };
enum { READS_RECORD, WRITES_RECORD, UNLOCKS_RECORD };
enum { UNLOCK, LOCK, TRY_LOCK, TEST };

void __tb_unsupported_flock(void);

/* With the lock of the inode. */
static void release(struct file *file)
{
    struct inode *inode = file->inode;
    if (file->has == SHARED)
        inode->shared--;
    if (file->has == ALONE)
        inode->is_alone = 0;
    if (file->has && inode->waiting)
        __tb_cond_broadcast(&inode->changed);
    file->has = 0;
}

/* What was opened is gone with its last descriptor, and its lock is. */
void __tb_instead___tb_count_open(struct file *file, int by)
{
    __tb_mutex_lock(&file->inode->lock);
    file->open[READS] += by;
    if (file->open[READS] == 0)
        release(file);
    __tb_mutex_unlock(&file->inode->lock);
}

/* Whether something is in the way of who has no lock there. Who has to give up is not ordered by that with anybody: it only looks. */
static int would_wait(struct file *file, int kind)
{
    struct inode *inode = file->inode;
    __tb_peek_begin(&inode->lock);
    int would = !PEEK(file->has) && (PEEK(inode->is_alone) || (kind == ALONE && PEEK(inode->shared) > 0));
    __tb_peek_end(&inode->lock);
    return would;
}

static int is_in_the_way(const struct inode *inode, int kind)
{
    return inode->is_alone || (kind == ALONE && inode->shared > 0);
}

/* Waits until nothing is in the way. With the lock. */
static void await(struct inode *inode, int kind)
{
    while (is_in_the_way(inode, kind)) {
        inode->waiting++;
        __tb_cond_enter(&inode->changed, &inode->lock);
        __tb_mutex_unlock(&inode->lock);
        __tb_cond_awake(&inode->changed, 0, 0);
        __tb_mutex_lock(&inode->lock);
        inode->waiting--;
    }
}

/* Whether the lock was taken: only who must not wait may fail. With the lock of the inode. */
static int take(struct file *file, int kind, int at_once)
{
    struct inode *inode = file->inode;
    if (at_once && is_in_the_way(inode, kind))
        return 0;
    await(inode, kind);
    file->has = kind;
    inode->shared += kind == SHARED;
    inode->is_alone = kind == ALONE;
    return 1;
}

/* To change a lock is to give it up, and then to take the other one: somebody may come in between. */
int flock(int descriptor, int how)
{
    int end, kind = how & ~AT_ONCE;
    __tb_keep(__tb_instead___tb_count_open);
    if (kind != SHARED && kind != ALONE && kind != NO_MORE)
        return tb_failed(EINVAL);
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (file->kind != REGULAR)
        __tb_unsupported_flock();
    struct inode *inode = file->inode;
    int before, fails;
    do {
        if (kind != NO_MORE && how & AT_ONCE && would_wait(file, kind)) {
            __tb_tell(WOULD_WAIT, descriptor, inode, LOCK_OF_FILE, REGULAR);
            return tb_failed(EAGAIN);
        }
        __tb_mutex_lock(&inode->lock);
        before = file->has;
        fails = 0;
        if (kind != before)
            release(file);
        if (kind != before && kind != NO_MORE) {
            if (before) {
                __tb_mutex_unlock(&inode->lock);
                __tb_mutex_lock(&inode->lock);
                release(file);
            }
            fails = !take(file, kind, how & AT_ONCE);
        }
        if (!fails)
            __tb_tell(kind == NO_MORE ? UNLOCKS_FILE : LOCKS_FILE, descriptor, inode, kind == ALONE, 0);
        __tb_mutex_unlock(&inode->lock);
    } while (fails && !before);
    return tb_failed(fails ? EAGAIN : 0);
}

struct record {
    short type, from;
#ifdef __LP64__
    int padding;
#endif
    long start, length;
    int process;
};

/* As it is with large files on i386. */
struct record64 {
    short type, from;
    int start[2], length[2];
    int process;
};

/* What the place is counted from; far behind the beginning, where that is not known. */
static long long base_of(struct file *file, int from)
{
    if (from == FROM_START || file->kind != REGULAR)
        return 0;
    if (!__tb_files_are_read())
        return 1LL << 26;
    pthread_mutex_t *lock = __tb_lock_of(file);
    __tb_mutex_lock(lock);
    long long base = from == FROM_HERE ? file->at : file->inode->size;
    __tb_mutex_unlock(lock);
    return base;
}

/* Whether this is a lock of something: at no place before the beginning. */
static int is_valid(struct file *file, int type, int from, long long start, long long length)
{
    long long first, last;
    if (type < READS_RECORD || type > UNLOCKS_RECORD || from < FROM_START || from > FROM_END)
        return 0;
    if (__builtin_saddll_overflow(base_of(file, from), start, &first) || first < 0)
        return 0;
    return length >= 0 || (!__builtin_saddll_overflow(first, length, &last) && last >= 0);
}

/* Whether it can be locked so, with what the descriptor was opened for. */
static int lock_record(struct file *file, int end, int type, int from, long long start, long long length)
{
    if (!is_valid(file, type, from, start, length))
        return tb_failed(EINVAL);
    if (type == READS_RECORD && !__tb_may(file, end, MAY_READ))
        return tb_failed(EBADF);
    return type == WRITES_RECORD && !__tb_may(file, end, MAY_WRITE) ? tb_failed(EBADF) : 0;
}

int __tb_lock_record(struct file *file, int end, int command, void *lock)
{
    short *type = lock;
    long long start, length;
    if (command == 7 || command == 14) /* F_SETLKW */
        __tb_point();
    if (command >= 12) {
        struct record64 *record = lock;
        __builtin_memcpy(&start, record->start, 8);
        __builtin_memcpy(&length, record->length, 8);
    } else {
        struct record *record = lock;
        start = record->start;
        length = record->length;
    }
    if (command != 5 && command != 12) /* F_GETLK */
        return lock_record(file, end, *type, type[1], start, length);
    if (*type == UNLOCKS_RECORD || !is_valid(file, *type, type[1], start, length))
        return tb_failed(EINVAL);
    *type = UNLOCKS_RECORD;
    return 0;
}

int lockf64(int descriptor, int command, long long length)
{
    int end;
    if (command == LOCK)
        __tb_point();
    struct file *file = __tb_file_of(descriptor, &end);
    if (command < UNLOCK || command > TEST)
        return tb_failed(EINVAL);
    if (!file)
        return -1;
    int type = command == UNLOCK ? UNLOCKS_RECORD : command == TEST ? READS_RECORD : WRITES_RECORD;
    if (command == TEST)
        return tb_failed(is_valid(file, type, FROM_HERE, 0, length) ? 0 : EINVAL);
    return lock_record(file, end, type, FROM_HERE, 0, length);
}

int lockf(int descriptor, int command, long length)
{
    return lockf64(descriptor, command, length);
}
