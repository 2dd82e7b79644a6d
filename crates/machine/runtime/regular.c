/* Files in memory: their content. Each execution begins with those that were given by hand, and with no others.
 *
 * A call is one critical section of the file, so that what another descriptor of it reads depends on the schedule. In a program that
 * cannot read back, nor ask for, what it has written (src/files.rs), what is written goes nowhere, and orders nothing; then only
 * those who share a descriptor for reading meet. Names are in directory.c. */
#include "file.h"

#define LARGEST_FILE (1LL << 26)

void __tb_unsupported_file_size(void);
void __tb_unsupported_status(void);

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

/* The regular file that a descriptor stands for. */
static struct file *regular(int descriptor, int error)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (file && file->kind != REGULAR) {
        errno = error;
        file = NULL;
    }
    return file;
}

ssize_t pread64(int descriptor, void *to, size_t n, long long at)
{
    __tb_point();
    if (at < 0)
        return tb_failed(EINVAL);
    struct file *file = regular(descriptor, ESPIPE);
    if (!file)
        return -1;
    return file->access & MAY_READ ? __tb_read_regular(file, to, n, at) : tb_failed(EBADF);
}

ssize_t pread(int descriptor, void *to, size_t n, long at)
{
    return pread64(descriptor, to, n, at);
}

ssize_t pwrite64(int descriptor, const void *from, size_t n, long long at)
{
    __tb_point();
    if (at < 0)
        return tb_failed(EINVAL);
    struct file *file = regular(descriptor, ESPIPE);
    if (!file)
        return -1;
    return file->access & MAY_WRITE ? __tb_write_regular(file, from, n, at) : tb_failed(EBADF);
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
    struct file *file = regular(descriptor, ESPIPE);
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
    resize(inode, size);
    __tb_mutex_unlock(&inode->lock);
    return 0;
}

int ftruncate64(int descriptor, long long size)
{
    if (size < 0)
        return tb_failed(EINVAL);
    struct file *file = regular(descriptor, EINVAL);
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

int truncate(const char *name, long size)
{
    if (size < 0)
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(name, WRITE_ONLY, 0);
    __tb_mutex_unlock(&__tb_opening);
    return !inode ? -1 : inode->what == CONTENT ? __tb_truncate(inode, size) : tb_failed(EINVAL);
}

int fsync(int descriptor)
{
    __tb_point();
    return regular(descriptor, EINVAL) ? 0 : -1;
}

int fdatasync(int descriptor)
{
    return fsync(descriptor);
}

/* struct stat: where glibc has its members. */
struct places {
    unsigned size, inode, mode, links, user, length, block, blocks, time;
};

static void put(unsigned char *status, unsigned at, unsigned size, unsigned long long value)
{
    if (size == 8)
        __builtin_memcpy(status + at, &value, 8);
    else
        __builtin_memcpy(status + at, &(unsigned){(unsigned)value}, 4);
}

static int fill(unsigned char *status, struct inode *inode, int links, long long length, const struct places *places, unsigned wide)
{
    static const unsigned kinds[] = {0100000, 0040000, 0020000, 0020000, 0020000};
    __builtin_memset(status, 0, places->size);
    put(status, places->inode, SIZE(8, 4), (unsigned)inode->number);
    put(status, places->mode, 4, kinds[inode->what] | inode->mode);
    put(status, places->links, SIZE(8, 4), (unsigned)links);
    put(status, places->user, 4, 1000);
    put(status, places->user + 4, 4, 1000);
    put(status, places->length, wide, (unsigned long long)length);
    put(status, places->block, SIZE(8, 4), 4096);
    put(status, places->blocks, wide, (unsigned long long)(length + 511) / 512);
    for (unsigned i = 0; i < 3; i++)
        put(status, places->time + i * SIZE(16, 8), SIZE(8, 4), 1000000000);
    return 0;
}

#ifdef __LP64__
static const struct places stat_places = {144, 8, 24, 16, 28, 48, 56, 64, 72};
#define WIDE_PLACES &stat_places
#else
static const struct places stat_places = {88, 12, 16, 20, 24, 44, 48, 52, 56}, stat64_places = {96, 12, 16, 20, 24, 44, 52, 56, 64};
#define WIDE_PLACES &stat64_places
#endif

static int status_of(struct inode *inode, int links, void *status, const struct places *places, unsigned wide)
{
    __tb_mutex_lock(&inode->lock);
    long long length = inode->size;
    __tb_mutex_unlock(&inode->lock);
    fill(status, inode, links, length, places, wide);
#ifndef __LP64__
    if (wide == 8)
        put(status, 88, 8, (unsigned)inode->number);
#endif
    return 0;
}

/* The inode of a descriptor; a pipe has none. */
static int status_of_descriptor(int descriptor, void *status, const struct places *places, unsigned wide)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (file->kind != REGULAR)
        __tb_unsupported_status();
    __tb_mutex_lock(&__tb_opening);
    int links = file->inode->links;
    __tb_mutex_unlock(&__tb_opening);
    return status_of(file->inode, links, status, places, wide);
}

static int status_of_name(const char *name, void *status, const struct places *places, unsigned wide)
{
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(name, 0, 0);
    int links = inode ? inode->links : 0;
    __tb_mutex_unlock(&__tb_opening);
    return inode ? status_of(inode, links, status, places, wide) : -1;
}

int fstat(int descriptor, void *status)
{
    return status_of_descriptor(descriptor, status, &stat_places, SIZE(8, 4));
}

int fstat64(int descriptor, void *status)
{
    return status_of_descriptor(descriptor, status, WIDE_PLACES, 8);
}

int stat(const char *name, void *status)
{
    return status_of_name(name, status, &stat_places, SIZE(8, 4));
}

int stat64(const char *name, void *status)
{
    return status_of_name(name, status, WIDE_PLACES, 8);
}

/* There are no symbolic links. */
int lstat(const char *name, void *status)
{
    return stat(name, status);
}

int lstat64(const char *name, void *status)
{
    return stat64(name, status);
}
