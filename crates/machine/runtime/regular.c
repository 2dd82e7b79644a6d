/* Files in memory: their content. Each execution begins with those that were given by hand, and with no others.
 *
 * A call is one critical section of the file, so that what another descriptor of it reads depends on the schedule. In a program that
 * cannot read back, nor ask for, what it has written (src/files.rs), what is written goes nowhere, and orders nothing; then only
 * those who share a descriptor for reading meet. Names are in directory.c. */
#include "file.h"

#define LARGEST_FILE (1LL << 26)

void __tb_unsupported_file_size(void);

/* The content becomes the inode's own, with room for so many bytes. */
static void make_room(struct inode *inode, long long room)
{
    if (room > LARGEST_FILE)
        __tb_unsupported_file_size();
    if (inode->given < 0 && room <= inode->room)
        return;
    long long more = room < 64 ? 64 : 2 * room;
    unsigned char *bytes = __tb_kept((size_t)more);
    if (inode->given >= 0)
        __tb_given_bytes(inode->given, 0, bytes, (size_t)inode->size);
    else if (inode->size > 0)
        __builtin_memcpy(bytes, inode->bytes, (size_t)inode->size);
    inode->given = -1;
    inode->bytes = bytes;
    inode->room = more;
}

/* With zeros behind what was there. */
static void resize(struct inode *inode, long long size)
{
    make_room(inode, size);
    if (size > inode->size)
        __builtin_memset(inode->bytes + inode->size, 0, (size_t)(size - inode->size));
    inode->size = size;
}

static size_t read_at(struct inode *inode, void *to, size_t n, long long at)
{
    if (at >= inode->size)
        return 0;
    size_t left = (size_t)(inode->size - at), count = n < left ? n : left;
    if (inode->given >= 0)
        __tb_given_bytes(inode->given, (long)at, to, count);
    else
        __builtin_memcpy(to, inode->bytes + at, count);
    return count;
}

unsigned rand_r(unsigned *seed);

/* A fixed sequence, whoever reads it. */
static size_t read_device(struct inode *inode, unsigned char *to, size_t n)
{
    unsigned seed = 1;
    if (inode->what == NOTHING)
        return 0;
    for (size_t i = 0; i < n; i++)
        to[i] = inode->what == RANDOM ? (unsigned char)(rand_r(&seed) >> 4) : 0;
    return n;
}

/* From a place, or (-1) from where the file stands. */
ssize_t __tb_read_regular(struct file *file, void *to, size_t n, long long at)
{
    struct inode *inode = file->inode;
    if (inode->what == DIRECTORY)
        return tb_failed(EISDIR);
    if (inode->what != CONTENT)
        return (ssize_t)read_device(inode, to, n);
    pthread_mutex_t *lock = __tb_lock_of(file);
    __tb_mutex_lock(lock);
    size_t count = read_at(inode, to, n, at < 0 ? file->at : at);
    if (at < 0)
        file->at += (long long)count;
    __tb_mutex_unlock(lock);
    return (ssize_t)count;
}

/* As on Linux, a file that appends does so wherever the caller wants to write. */
ssize_t __tb_write_regular(struct file *file, const void *from, size_t n, long long at)
{
    struct inode *inode = file->inode;
    if (inode->what != CONTENT || !__tb_files_are_read()) {
        __tb_look(from, n);
        return (ssize_t)n;
    }
    if (n == 0)
        return 0;
    if (n > LARGEST_FILE)
        __tb_unsupported_file_size();
    __tb_mutex_lock(&inode->lock);
    long long begins = file->appends ? inode->size : at < 0 ? file->at : at, ends = begins + (long long)n;
    make_room(inode, ends > inode->size ? ends : inode->size);
    if (begins > inode->size)
        resize(inode, begins);
    __builtin_memcpy(inode->bytes + begins, from, n);
    if (ends > inode->size)
        inode->size = ends;
    if (at < 0)
        file->at = ends;
    __tb_mutex_unlock(&inode->lock);
    return (ssize_t)n;
}

struct file *__tb_regular(int descriptor, int error)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (file && file->kind != REGULAR) {
        errno = error;
        file = NULL;
    }
    return file;
}

/* pread and pwrite, but for the point of cancellation. */
ssize_t __tb_read_from(int descriptor, void *to, size_t n, long long at)
{
    struct file *file = __tb_regular(descriptor, ESPIPE);
    if (!file)
        return -1;
    if (!(file->access & MAY_READ))
        return tb_failed(EBADF);
    ssize_t count = __tb_read_regular(file, to, n, at);
    if (count >= 0 && n > 0)
        __tb_tell(READS_BYTES, descriptor, file->inode, (size_t)count, REGULAR);
    return count;
}

ssize_t pread64(int descriptor, void *to, size_t n, long long at)
{
    __tb_point();
    return at < 0 ? tb_failed(EINVAL) : __tb_read_from(descriptor, to, n, at);
}

ssize_t pread(int descriptor, void *to, size_t n, long at)
{
    return pread64(descriptor, to, n, at);
}

ssize_t __tb_write_at(int descriptor, const void *from, size_t n, long long at)
{
    struct file *file = __tb_regular(descriptor, ESPIPE);
    if (!file)
        return -1;
    if (!(file->access & MAY_WRITE))
        return tb_failed(EBADF);
    ssize_t count = __tb_write_regular(file, from, n, at);
    if (count > 0)
        __tb_tell(WRITES_BYTES, descriptor, file->inode, (size_t)count, REGULAR);
    return count;
}

ssize_t pwrite64(int descriptor, const void *from, size_t n, long long at)
{
    __tb_point();
    return at < 0 ? tb_failed(EINVAL) : __tb_write_at(descriptor, from, n, at);
}

ssize_t pwrite(int descriptor, const void *from, size_t n, long at)
{
    return pwrite64(descriptor, from, n, at);
}

long long __tb_seek(struct file *file, long long by, int from)
{
    if (file->inode->what != CONTENT)
        return 0;
    pthread_mutex_t *lock = __tb_lock_of(file);
    __tb_mutex_lock(lock);
    long long start = from == FROM_START ? 0 : from == FROM_HERE ? file->at : file->inode->size, to;
    int fails = from < FROM_START || from > FROM_END || __builtin_saddll_overflow(start, by, &to) || to < 0;
    if (!fails)
        file->at = to;
    __tb_mutex_unlock(lock);
    return fails ? tb_failed(EINVAL) : to;
}

long long lseek64(int descriptor, long long by, int from)
{
    struct file *file = __tb_regular(descriptor, ESPIPE);
    return file ? __tb_seek(file, by, from) : -1;
}

long lseek(int descriptor, long by, int from)
{
    return (long)lseek64(descriptor, by, from);
}

int __tb_truncate(struct inode *inode, long long size)
{
    if (!__tb_files_are_read())
        return 0;
    __tb_mutex_lock(&inode->lock);
    long long before = inode->size;
    resize(inode, size);
    __tb_mutex_unlock(&inode->lock);
    if (size != before)
        __tb_tell(TRUNCATES, 0, inode, (unsigned long long)size, (unsigned long long)before);
    return 0;
}

int ftruncate64(int descriptor, long long size)
{
    if (size < 0)
        return tb_failed(EINVAL);
    struct file *file = __tb_regular(descriptor, EINVAL);
    if (!file)
        return -1;
    if (!(file->access & MAY_WRITE) || file->inode->what != CONTENT)
        return tb_failed(EINVAL);
    return __tb_truncate(file->inode, size);
}

int ftruncate(int descriptor, long size)
{
    return ftruncate64(descriptor, size);
}

int truncate64(const char *name, long long size)
{
    if (size < 0)
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(HERE, name, WRITE_ONLY, 0);
    __tb_mutex_unlock(&__tb_opening);
    return !inode ? -1 : inode->what == CONTENT ? __tb_truncate(inode, size) : tb_failed(EINVAL);
}

int truncate(const char *name, long size)
{
    return truncate64(name, size);
}

/* Room for what is written later: a file that ends before it ends there. */
int posix_fallocate64(int descriptor, long long from, long long length)
{
    int end, before = errno;
    struct file *file = __tb_file_of(descriptor, &end);
    errno = before;
    if (!file)
        return EBADF;
    if (from < 0 || length <= 0)
        return EINVAL;
    if (!__tb_may(file, end, MAY_WRITE))
        return EBADF;
    if (file->kind != REGULAR || file->inode->what != CONTENT)
        return file->kind == PIPE || file->kind == STANDARD ? ESPIPE : ENODEV;
    if (!__tb_files_are_read())
        return 0;
    __tb_mutex_lock(&file->inode->lock);
    if (from + length > file->inode->size)
        resize(file->inode, from + length);
    __tb_mutex_unlock(&file->inode->lock);
    return 0;
}

int posix_fallocate(int descriptor, long from, long length)
{
    return posix_fallocate64(descriptor, from, length);
}

/* Advice has no effect. */
int posix_fadvise64(int descriptor, long long from, long long length, int advice)
{
    int before = errno;
    struct file *file = __tb_regular(descriptor, ESPIPE);
    int error = file ? 0 : errno;
    errno = before;
    return error ? error : advice < 0 || advice > 5 || length < 0 ? EINVAL : 0;
}

int posix_fadvise(int descriptor, long from, long length, int advice)
{
    return posix_fadvise64(descriptor, from, length, advice);
}

int fsync(int descriptor)
{
    __tb_point();
    return __tb_regular(descriptor, EINVAL) ? 0 : -1;
}

int fdatasync(int descriptor)
{
    return fsync(descriptor);
}

void sync(void)
{
}
