/* The names of files: what is there, and opening it. All of it with the lock of descriptors. See also naming.c.
 *
 * Directories need not be made: one is there as soon as something is in it, and a file may be made in any. */
#include "file.h"

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

/* Where the process begins. Names of what is there are kept from there, others from the root. */
#define BEGINS "/cwd"
#define BEGINS_LENGTH 4

/* Where the process stands, and what is not given to files that are made. */
static char __tb_stands[LONGEST] = BEGINS;
static unsigned __tb_mask = 022;

unsigned __tb_change_mask(unsigned mask)
{
    unsigned before = __tb_mask;
    __tb_mask = mask;
    return before;
}

/* Also to where it is, a bit further to the front. */
static int put(char *to, const char *text)
{
    int n = 0;
    while ((to[n] = text[n]))
        n++;
    return n;
}

int __tb_from_root(const char *cleaned, char *to)
{
    if (*cleaned == '/')
        return put(to, cleaned);
    put(to, BEGINS);
    if (same(cleaned, "."))
        return BEGINS_LENGTH;
    to[BEGINS_LENGTH] = '/';
    return BEGINS_LENGTH + 1 + put(to + BEGINS_LENGTH + 1, cleaned);
}

/* The name from where the process begins, if it is there. */
static void shorten(char *name)
{
    for (int i = 0; i < BEGINS_LENGTH; i++)
        if (name[i] != BEGINS[i])
            return;
    if (!name[BEGINS_LENGTH])
        put(name, ".");
    else if (name[BEGINS_LENGTH] == '/')
        put(name, name + BEGINS_LENGTH + 1);
}

static struct inode *failed(int error)
{
    errno = error;
    return NULL;
}

/* The last part of a name, which begins at the root and has n bytes, counts no more: it must be a directory. */
static int leave(char *name, int n)
{
    name[n] = 0;
    char text[LONGEST];
    put(text, name);
    shorten(text);
    struct inode *inode = n > 0 ? __tb_inode_of(text) : NULL;
    if (n > 0 && (!inode || inode->what != DIRECTORY))
        return tb_failed(inode ? ENOTDIR : ENOENT);
    while (n > 0 && name[--n] != '/')
        ;
    return n;
}

/* What a name begins at: how many bytes; or -1. */
static int start(int directory, const char *name, char *to)
{
    int end, n = 0;
    if (*name == '/')
        return 0;
    if (directory == HERE)
        return put(to, __tb_stands);
    struct file *file = __tb_file_of(directory, &end);
    if (!file)
        return -1;
    if (file->kind != REGULAR || file->inode->what != DIRECTORY)
        return tb_failed(ENOTDIR);
    n = __tb_from_root(file->inode->text, to);
    return n == 1 ? 0 : n;
}

int __tb_clean(int directory, const char *name, char *to)
{
    if (!*name)
        return tb_failed(ENOENT) == 0;
    int n = start(directory, name, to);
    if (n == 1)
        n = 0; /* the root */
    while (n >= 0 && *name) {
        while (*name == '/')
            name++;
        int part = 0;
        while (name[part] && name[part] != '/')
            part++;
        if (part == 2 && name[0] == '.' && name[1] == '.') {
            n = leave(to, n);
        } else if (part > 0 && !(part == 1 && name[0] == '.')) {
            if (n + 2 + part >= LONGEST)
                return tb_failed(ENAMETOOLONG) == 0;
            to[n++] = '/';
            for (int i = 0; i < part; i++)
                to[n++] = name[i];
        }
        name += part;
    }
    if (n < 0)
        return 0;
    if (n == 0)
        to[n++] = '/';
    to[n] = 0;
    shorten(to);
    return 1;
}

struct inode *__tb_new_inode(int what, unsigned mode)
{
    struct inode *inode = __tb_kept(sizeof *inode);
    inode->what = what;
    inode->number = ++__tb_inodes;
    inode->mode = mode & ~__tb_mask & 07777;
    inode->given = -1;
    return inode;
}

static void link_to(struct name *name, struct inode *inode)
{
    if (name->inode)
        name->inode->links--;
    name->inode = inode;
    if (!inode)
        return;
    inode->links++;
    inode->text = name->text;
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
int __tb_is_below(const char *name, const char *directory)
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
    if (same(text, "/") || same(text, ".") || same(text, "/tmp") || same(text, "/dev"))
        return __tb_new_inode(DIRECTORY, 0755);
    int given = __tb_given(text);
    if (given < 0 && __tb_is_below(text, "/dev") && !__tb_is_below(text, "/dev/shm"))
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
struct inode *__tb_enter(const char *text, struct inode *inode)
{
    struct name *name = entry_of(text);
    if (name)
        link_to(name, inode);
    else
        new_name(text, inode);
    return inode;
}

/* A directory that nobody has made is there if something is in it. */
int __tb_has_inside(const char *directory)
{
    for (struct name *name = __tb_file_names; name; name = name->next)
        if (name->inode && __tb_is_below(name->text, directory))
            return 1;
    return 0;
}

struct inode *__tb_inode_of(const char *text)
{
    struct name *name = entry_of(text);
    if (name && name->inode)
        return name->inode;
    return __tb_has_inside(text) ? __tb_enter(text, __tb_new_inode(DIRECTORY, 0755)) : NULL;
}

/* Whether its mode lets the owner read or write a file as these flags want. */
static int may_open(const struct inode *inode, int flags)
{
    int access = flags & ACCESS;
    unsigned needs = (access == WRITE_ONLY ? 0 : 0400) | (access != 0 || flags & TRUNCATE ? 0200 : 0);
    return (inode->mode & needs) == needs;
}

int __tb_no_such(char *name)
{
    int is_below_file = 0;
    for (int i = 1; name[i] && !is_below_file; i++)
        if (name[i] == '/') {
            name[i] = 0;
            struct name *above = entry_of(name);
            is_below_file = above && above->inode && above->inode->what != DIRECTORY;
            name[i] = '/';
        }
    return is_below_file ? ENOTDIR : ENOENT;
}

int __tb_is_for_directory(const char *text)
{
    int n = length(text);
    return n > 0 && text[n - 1] == '/';
}

struct inode *__tb_inode_named(int directory, const char *text, int flags, unsigned mode)
{
    char name[LONGEST];
    if ((flags & (CREATE | ONLY_DIRECTORY)) == (CREATE | ONLY_DIRECTORY))
        return failed(EINVAL);
    if (!__tb_clean(directory, text, name))
        return NULL;
    struct inode *inode = __tb_inode_of(name);
    int why = inode ? 0 : __tb_no_such(name);
    if (inode || why != ENOENT || !(flags & CREATE))
        __tb_tell_name(inode ? FINDS_NAME : FINDS_NO_NAME, name);
    if (why && (why != ENOENT || !(flags & CREATE)))
        return failed(why);
    int wants_directory = __tb_is_for_directory(text);
    if (wants_directory && flags & CREATE)
        return failed(EISDIR);
    if (!inode) {
        __tb_tell_name(MAKES_NAME, name);
        return __tb_enter(name, __tb_new_inode(CONTENT, mode));
    }
    if ((flags & (CREATE | EXCLUSIVE)) == (CREATE | EXCLUSIVE))
        return failed(EEXIST);
    if (inode->what == DIRECTORY && (flags & (ACCESS | CREATE)))
        return failed(EISDIR);
    if (inode->what != DIRECTORY && (wants_directory || flags & ONLY_DIRECTORY))
        return failed(ENOTDIR);
    return inode;
}

int __tb_open_inode(struct inode *inode, int flags)
{
    struct file *file = __tb_new_file(REGULAR);
    int access = flags & ACCESS;
    file->inode = inode;
    file->access = access == 0 ? MAY_READ : access == WRITE_ONLY ? MAY_WRITE : MAY_READ | MAY_WRITE;
    file->appends = (flags & APPEND) != 0;
    if (flags & TRUNCATE && inode->what == CONTENT)
        __tb_truncate(inode, 0);
    return __tb_open_end(file, READS, flags);
}

void __tb_note_missing(int directory, const char *text)
{
    char name[LONGEST];
    if (__tb_clean(directory, text, name) && !entry_of(name))
        __tb_missing(name);
    errno = ENOENT;
}

/* Who makes a file may do with it what was asked for, whatever its mode is. */
int __tb_open_named(int directory, const char *name, int flags, unsigned mode)
{
    __tb_mutex_lock(&__tb_opening);
    int before = __tb_inodes, descriptor = -1;
    struct inode *inode = __tb_inode_named(directory, name, flags, mode);
    int is_new = inode && inode->number > before && inode->given < 0;
    if (inode && (is_new || inode->what == DIRECTORY || may_open(inode, flags)))
        descriptor = __tb_open_inode(inode, flags);
    else if (inode)
        errno = EACCES;
    else if (errno == ENOENT)
        __tb_note_missing(directory, name);
    if (descriptor >= 0)
        __tb_tell(OPENS, descriptor, &__tb_opening, 0, 0);
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
static int by_caller(int directory, const char *name, int flags, unsigned mode)
{
    __tb_point();
    return __tb_open_named(directory, name, flags, mode);
}

int open(const char *name, int flags, ...)
{
    MODE_OF(flags)
    return by_caller(HERE, name, flags, mode);
}

int open64(const char *name, int flags, ...)
{
    MODE_OF(flags)
    return by_caller(HERE, name, flags, mode);
}

int openat(int directory, const char *name, int flags, ...)
{
    MODE_OF(flags)
    return by_caller(directory, name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...)
{
    MODE_OF(flags)
    return by_caller(directory, name, flags, mode);
}

int __open_2(const char *name, int flags)
{
    return by_caller(HERE, name, flags, 0);
}

int __open64_2(const char *name, int flags)
{
    return by_caller(HERE, name, flags, 0);
}

int creat(const char *name, unsigned mode)
{
    return by_caller(HERE, name, CREATE | WRITE_ONLY | TRUNCATE, mode);
}

int creat64(const char *name, unsigned mode)
{
    return creat(name, mode);
}

struct name *__tb_all_names(void)
{
    char name[LONGEST];
    for (int given = 0; __tb_given_name(given, name, sizeof name); given++)
        entry_of(name);
    return __tb_file_names;
}

int __tb_stand_in(const char *cleaned)
{
    return __tb_from_root(cleaned, __tb_stands);
}
