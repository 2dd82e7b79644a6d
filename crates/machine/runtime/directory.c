/* The names of files: what is there, is made and is removed. All of it with the lock of descriptors.
 *
 * Names are one list for ever; a name of which the file is gone has none. Parts that are `.` or empty count for nothing; a name with `..` is
 * refused. Directories need not be made: one is there as soon as something is in it, and a file may be made in any. */
#include "file.h"

#define LONGEST 256

struct name {
    struct name *next;
    struct inode *inode;
    char text[];
};

static struct name *__tb_file_names;
static int __tb_inodes;

static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* The name without parts that count for nothing; whether it is one. */
static int clean(const char *name, char *to)
{
    int n = 0, parts = 0;
    if (!*name)
        return tb_failed(ENOENT) == 0;
    if (*name == '/')
        to[n++] = '/';
    while (*name) {
        while (*name == '/')
            name++;
        int long_ = 0;
        while (name[long_] && name[long_] != '/')
            long_++;
        if (long_ == 2 && name[0] == '.' && name[1] == '.')
            __tb_unsupported_directory();
        if (long_ > 0 && !(long_ == 1 && name[0] == '.')) {
            if (n + 1 + long_ >= LONGEST)
                return tb_failed(36 /* ENAMETOOLONG */) == 0;
            if (parts++)
                to[n++] = '/';
            for (int i = 0; i < long_; i++)
                to[n++] = name[i];
        }
        name += long_;
    }
    if (n == 0)
        to[n++] = '.';
    to[n] = 0;
    return 1;
}

struct inode *__tb_new_inode(int what, unsigned mode)
{
    struct inode *inode = __tb_kept(sizeof *inode);
    inode->what = what;
    inode->number = ++__tb_inodes;
    inode->mode = mode & ~022u & 0777;
    inode->given = -1;
    return inode;
}

static void link_to(struct name *name, struct inode *inode)
{
    if (name->inode)
        name->inode->links--;
    name->inode = inode;
    if (inode)
        inode->links++;
}

static struct name *new_name(const char *text, struct inode *inode)
{
    int n = length(text) + 1;
    struct name *name = __tb_kept(sizeof *name + (size_t)n);
    name->next = __tb_file_names;
    __builtin_memcpy(name->text, text, (size_t)n);
    __tb_file_names = name;
    link_to(name, inode);
    return name;
}

/* Whether a name is in a directory, however deep. */
static int is_below(const char *name, const char *directory)
{
    while (*directory && *name == *directory)
        name++, directory++;
    return !*directory && *name == '/';
}

/* What is there before anybody has made something. */
static struct inode *from_outside(const char *text)
{
    static const struct {
        const char *name;
        int what;
    } devices[] = {{"/dev/null", NOTHING}, {"/dev/zero", ZEROS}, {"/dev/urandom", RANDOM}, {"/dev/random", RANDOM}};
    for (int i = 0; i < 4; i++)
        if (same(text, devices[i].name))
            return __tb_new_inode(devices[i].what, 0666);
    if (same(text, "/") || same(text, ".") || same(text, "/tmp"))
        return __tb_new_inode(DIRECTORY, 0755);
    int given = __tb_given(text);
    if (given < 0 && is_below(text, "/dev") && !is_below(text, "/dev/shm"))
        __tb_unsupported_device();
    if (given < 0)
        return NULL;
    struct inode *inode = __tb_new_inode(CONTENT, 0644);
    inode->given = given;
    inode->size = __tb_given_length(given);
    return inode;
}

/* The entry of a name that is there, or has been. */
static struct name *entry_of(const char *text)
{
    for (struct name *name = __tb_file_names; name; name = name->next)
        if (same(name->text, text))
            return name;
    struct inode *inode = from_outside(text);
    return inode ? new_name(text, inode) : NULL;
}

/* Gives an inode a name. */
static struct inode *enter(const char *text, struct inode *inode)
{
    struct name *name = entry_of(text);
    if (name)
        link_to(name, inode);
    else
        new_name(text, inode);
    return inode;
}

/* A directory that nobody has made is there if something is in it. */
static int has_inside(const char *directory)
{
    for (struct name *name = __tb_file_names; name; name = name->next)
        if (name->inode && is_below(name->text, directory))
            return 1;
    return 0;
}

static struct inode *inode_of(const char *text)
{
    struct name *name = entry_of(text);
    if (name && name->inode)
        return name->inode;
    return has_inside(text) ? enter(text, __tb_new_inode(DIRECTORY, 0755)) : NULL;
}

static struct inode *failed(int error)
{
    errno = error;
    return NULL;
}

struct inode *__tb_inode_named(const char *text, int flags, unsigned mode)
{
    char name[LONGEST];
    if (!clean(text, name))
        return NULL;
    struct inode *inode = inode_of(name);
    if (!inode && !(flags & CREATE))
        return failed(ENOENT);
    if (!inode)
        return enter(name, __tb_new_inode(CONTENT, mode));
    if ((flags & (CREATE | EXCLUSIVE)) == (CREATE | EXCLUSIVE))
        return failed(EEXIST);
    if (inode->what == DIRECTORY && (flags & (ACCESS | CREATE)))
        return failed(EISDIR);
    return inode;
}

int __tb_open_inode(struct inode *inode, int flags)
{
    struct file *file = __tb_new_file(REGULAR);
    int access = flags & ACCESS;
    if (inode->what == DIRECTORY)
        __tb_unsupported_directory();
    file->inode = inode;
    file->access = access == 0 ? MAY_READ : access == WRITE_ONLY ? MAY_WRITE : MAY_READ | MAY_WRITE;
    file->appends = (flags & APPEND) != 0;
    if (flags & TRUNCATE && inode->what == CONTENT)
        __tb_truncate(inode, 0);
    return __tb_open_end(file, READS, flags);
}

/* Somebody wants to read what nobody has given or made. */
static void note_missing(const char *text)
{
    char name[LONGEST];
    if (clean(text, name) && !entry_of(name))
        __tb_missing(name);
    errno = ENOENT;
}

int __tb_open_named(const char *name, int flags, unsigned mode)
{
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(name, flags, mode);
    int descriptor = inode ? __tb_open_inode(inode, flags) : -1;
    if (!inode && errno == ENOENT)
        note_missing(name);
    __tb_mutex_unlock(&__tb_opening);
    return descriptor;
}

#define MODE_OF(flags)                                                                                                 \
    unsigned mode = 0;                                                                                                 \
    if ((flags) & CREATE) {                                                                                            \
        va_list rest;                                                                                                  \
        __builtin_va_start(rest, flags);                                                                               \
        mode = __builtin_va_arg(rest, unsigned);                                                                       \
        __builtin_va_end(rest);                                                                                        \
    }

/* For the program: the thread may be cancelled here. */
static int by_caller(const char *name, int flags, unsigned mode)
{
    __tb_point();
    return __tb_open_named(name, flags, mode);
}

int open(const char *name, int flags, ...)
{
    MODE_OF(flags)
    return by_caller(name, flags, mode);
}

int open64(const char *name, int flags, ...)
{
    MODE_OF(flags)
    return by_caller(name, flags, mode);
}

/* Only names from the root, or from where the process stands. */
static void no_directory(int directory, const char *name)
{
    if (directory != -100 && *name != '/')
        __tb_unsupported_directory();
}

int openat(int directory, const char *name, int flags, ...)
{
    MODE_OF(flags)
    no_directory(directory, name);
    return by_caller(name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...)
{
    MODE_OF(flags)
    no_directory(directory, name);
    return by_caller(name, flags, mode);
}

int __open_2(const char *name, int flags)
{
    return by_caller(name, flags, 0);
}

int __open64_2(const char *name, int flags)
{
    return by_caller(name, flags, 0);
}

int creat(const char *name, unsigned mode)
{
    return by_caller(name, CREATE | WRITE_ONLY | TRUNCATE, mode);
}

int creat64(const char *name, unsigned mode)
{
    return creat(name, mode);
}

/* Whoever owns a file may do with it what its mode says; it may be read and written in any case. */
int access(const char *name, int how)
{
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(name, 0, 0);
    int fails = inode && how & 1 && !(inode->mode & 0100);
    __tb_mutex_unlock(&__tb_opening);
    return !inode ? -1 : tb_failed(fails ? 13 /* EACCES */ : 0);
}

/* Takes a name away: that of a file, or that of a directory in which nothing is. */
static int take_away(const char *text, int wants_file, int wants_directory)
{
    char name[LONGEST];
    if (!clean(text, name))
        return -1;
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = inode_of(name);
    int error = 0;
    if (!inode)
        error = ENOENT;
    else if (inode->what == DIRECTORY && !wants_directory)
        error = EISDIR;
    else if (inode->what != DIRECTORY && !wants_file)
        error = ENOTDIR;
    else if (inode->what == DIRECTORY && has_inside(name))
        error = ENOTEMPTY;
    else
        link_to(entry_of(name), NULL);
    __tb_mutex_unlock(&__tb_opening);
    return tb_failed(error);
}

int unlink(const char *name)
{
    return take_away(name, 1, 0);
}

int remove(const char *name)
{
    return take_away(name, 1, 1);
}

int rmdir(const char *name)
{
    return take_away(name, 0, 1);
}

int mkdir(const char *text, unsigned mode)
{
    char name[LONGEST];
    if (!clean(text, name))
        return -1;
    __tb_mutex_lock(&__tb_opening);
    int is_there = inode_of(name) != NULL;
    if (!is_there)
        enter(name, __tb_new_inode(DIRECTORY, mode));
    __tb_mutex_unlock(&__tb_opening);
    return tb_failed(is_there ? EEXIST : 0);
}

/* Of files. */
int rename(const char *from, const char *to)
{
    char old[LONGEST], new[LONGEST];
    if (!clean(from, old) || !clean(to, new))
        return -1;
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = inode_of(old), *other = inode_of(new);
    int error = !inode ? ENOENT : 0;
    if (inode && inode->what == DIRECTORY)
        __tb_unsupported_directory();
    if (inode && other && other->what == DIRECTORY)
        error = is_below(old, new) ? ENOTEMPTY : EISDIR;
    if (!error && inode != other) {
        struct name *entry = entry_of(new);
        if (!entry)
            entry = new_name(new, NULL);
        link_to(entry, inode);
        link_to(entry_of(old), NULL);
    }
    __tb_mutex_unlock(&__tb_opening);
    return tb_failed(error);
}

/* The last six characters become a number that no file has yet. */
int mkstemp(char *template)
{
    int n = length(template), number = 0, descriptor;
    __tb_may_point();
    if (n < 6 || !same(template + n - 6, "XXXXXX"))
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    char name[LONGEST];
    do {
        number++;
        for (int i = 0, left = number; i < 6; i++, left /= 10)
            template[n - 1 - i] = (char)('0' + left % 10);
        if (!clean(template, name))
            break;
    } while (inode_of(name));
    struct inode *inode = __tb_inode_named(template, CREATE | EXCLUSIVE, 0600);
    descriptor = inode ? __tb_open_inode(inode, READ_WRITE) : -1;
    __tb_mutex_unlock(&__tb_opening);
    return descriptor;
}

int mkstemp64(char *template)
{
    return mkstemp(template);
}

int __tb_open_unnamed(void)
{
    __tb_mutex_lock(&__tb_opening);
    int descriptor = __tb_open_inode(__tb_new_inode(CONTENT, 0600), READ_WRITE);
    __tb_mutex_unlock(&__tb_opening);
    return descriptor;
}
