/* What a file is (stat and its kin), and who may do what with it. The owner is always the same, and so are the times. */
#include "file.h"

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

/* What is told of a file, or of what has no name. */
struct told {
    int number, links;
    unsigned mode;
    long long length;
};

static int fill(unsigned char *status, const struct told *told, const struct places *places, unsigned wide)
{
    __builtin_memset(status, 0, places->size);
    put(status, places->inode, SIZE(8, 4), (unsigned)told->number);
    put(status, places->mode, 4, told->mode);
    put(status, places->links, SIZE(8, 4), (unsigned)told->links);
    put(status, places->user, 4, 1000);
    put(status, places->user + 4, 4, 1000);
    put(status, places->length, wide, (unsigned long long)told->length);
    put(status, places->block, SIZE(8, 4), 4096);
    put(status, places->blocks, wide, (unsigned long long)(told->length + 511) / 512);
    for (unsigned i = 0; i < 3; i++)
        put(status, places->time + i * SIZE(16, 8), SIZE(8, 4), 1000000000);
#ifndef __LP64__
    if (wide == 8)
        put(status, 88, 8, (unsigned)told->number);
#endif
    return 0;
}

#ifdef __LP64__
static const struct places stat_places = {144, 8, 24, 16, 28, 48, 56, 64, 72};
#define WIDE_PLACES &stat_places
#else
static const struct places stat_places = {88, 12, 16, 20, 24, 44, 48, 52, 56}, stat64_places = {96, 12, 16, 20, 24, 44, 52, 56, 64};
#define WIDE_PLACES &stat64_places
#endif

/* With the lock of descriptors. */
static struct told known_of(const struct inode *inode)
{
    static const unsigned kinds[] = {0100000, 0040000, 0020000, 0020000, 0020000};
    return (struct told){inode->number, inode->links, kinds[inode->what] | inode->mode, 0};
}

/* Without. */
static long long length_of(struct inode *inode)
{
    __tb_mutex_lock(&inode->lock);
    long long length = inode->size;
    __tb_mutex_unlock(&inode->lock);
    return length;
}

/* What has no inode is a pipe, a socket, or has no kind. */
static int tell_descriptor(int descriptor, struct told *told)
{
    static const unsigned kinds[] = {[PIPE] = 0010600, [SOCKET] = 0140777, [EVENT] = 0600, [STANDARD] = 0010600};
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    *told = (struct told){1000000 + file->kind, 1, kinds[file->kind & 7], 0};
    if (file->kind != REGULAR)
        return 0;
    __tb_mutex_lock(&__tb_opening);
    *told = known_of(file->inode);
    __tb_mutex_unlock(&__tb_opening);
    told->length = length_of(file->inode);
    return 0;
}

static int tell_name(int directory, const char *name, struct told *told)
{
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(directory, name, 0, 0);
    if (inode)
        *told = known_of(inode);
    __tb_mutex_unlock(&__tb_opening);
    if (inode)
        told->length = length_of(inode);
    return inode ? 0 : -1;
}

/* There are no symbolic links: what says whether to follow them makes no difference. */
enum { NO_FOLLOW = 0x100, NO_MOUNT = 0x800, OF_DESCRIPTOR = 0x1000 };

static int tell_at(int directory, const char *name, int flags, struct told *told)
{
    if (flags & ~(NO_FOLLOW | NO_MOUNT | OF_DESCRIPTOR))
        return tb_failed(EINVAL);
    if (flags & OF_DESCRIPTOR && !*name && directory != HERE)
        return tell_descriptor(directory, told);
    return tell_name(directory, name, told);
}

#define TELL(name, parameters, how, places, wide)                                                                      \
    int name parameters                                                                                                \
    {                                                                                                                  \
        struct told told;                                                                                              \
        return how ? -1 : fill(status, &told, places, wide);                                                           \
    }
TELL(fstat, (int descriptor, void *status), tell_descriptor(descriptor, &told), &stat_places, SIZE(8, 4))
TELL(fstat64, (int descriptor, void *status), tell_descriptor(descriptor, &told), WIDE_PLACES, 8)
TELL(stat, (const char *name, void *status), tell_name(HERE, name, &told), &stat_places, SIZE(8, 4))
TELL(stat64, (const char *name, void *status), tell_name(HERE, name, &told), WIDE_PLACES, 8)
TELL(lstat, (const char *name, void *status), tell_name(HERE, name, &told), &stat_places, SIZE(8, 4))
TELL(lstat64, (const char *name, void *status), tell_name(HERE, name, &told), WIDE_PLACES, 8)
TELL(fstatat, (int at, const char *name, void *status, int flags), tell_at(at, name, flags, &told), &stat_places, SIZE(8, 4))
TELL(fstatat64, (int at, const char *name, void *status, int flags), tell_at(at, name, flags, &told), WIDE_PLACES, 8)

/* The owner may do what the mode says. Directories can be looked into, and files made in them, in any case. */
int faccessat(int directory, const char *name, int how, int flags)
{
    enum { EFFECTIVE = 0x200 };
    if (how & ~7 || flags & ~(EFFECTIVE | NO_FOLLOW | OF_DESCRIPTOR))
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(directory, name, 0, 0);
    int fails = inode && (unsigned)how & ~(inode->mode >> 6);
    __tb_mutex_unlock(&__tb_opening);
    return !inode ? -1 : tb_failed(fails ? EACCES : 0);
}

int access(const char *name, int how)
{
    return faccessat(HERE, name, how, 0);
}

int eaccess(const char *name, int how)
{
    return faccessat(HERE, name, how, 0);
}

int fchmodat(int directory, const char *name, unsigned mode, int flags)
{
    if (flags & ~NO_FOLLOW)
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(directory, name, 0, 0);
    if (inode)
        inode->mode = mode & 07777;
    __tb_mutex_unlock(&__tb_opening);
    return inode ? 0 : -1;
}

int chmod(const char *name, unsigned mode)
{
    return fchmodat(HERE, name, mode, 0);
}

/* Of pipes and sockets nobody looks at it. */
int fchmod(int descriptor, unsigned mode)
{
    int end;
    struct file *file = __tb_file_of(descriptor, &end);
    if (!file)
        return -1;
    if (file->kind != REGULAR)
        __tb_unsupported_status();
    __tb_mutex_lock(&__tb_opening);
    file->inode->mode = mode & 07777;
    __tb_mutex_unlock(&__tb_opening);
    return 0;
}

/* What is not given to files that are made; until now 022. */
unsigned umask(unsigned mask)
{
    __tb_mutex_lock(&__tb_opening);
    unsigned before = __tb_change_mask(mask & 0777);
    __tb_mutex_unlock(&__tb_opening);
    return before;
}
