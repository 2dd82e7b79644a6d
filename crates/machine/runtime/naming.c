/* Making, removing and naming files and directories, and where the process stands. All of it with the lock of descriptors. */
#include "file.h"

/* How much longer a name is from the root. */
#define BEFORE_NAMES 8

enum { NO_REPLACE = 1, REMOVES_DIRECTORY = 0x200, FOLLOWS = 0x400 };

static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

static int ends_with(const char *s, int n, const char *end)
{
    int m = length(end);
    for (int i = 0; i < m; i++)
        if (n < m || s[n - m + i] != end[i])
            return 0;
    return 1;
}

/* Whether the last part of a name is this one. */
static int is_last(const char *text, int n, const char *part)
{
    return ends_with(text, n, part) || (n == length(part + 1) && ends_with(text, n, part + 1));
}

/* Takes a name away: that of a file, or that of a directory in which nothing is. */
static int take_away(int directory, const char *text, int wants_file, int wants_directory)
{
    char name[LONGEST];
    int error = 0, n = length(text), ends = n;
    while (ends > 1 && text[ends - 1] == '/')
        ends--;
    __tb_mutex_lock(&__tb_opening);
    int is_one = __tb_clean(directory, text, name);
    struct inode *inode = is_one ? __tb_inode_of(name) : NULL;
    if (!inode)
        error = is_one ? __tb_no_such(name) : errno;
    else if (inode->what == DIRECTORY && !wants_directory)
        error = EISDIR;
    else if (inode->what != DIRECTORY && (!wants_file || ends < n))
        error = ENOTDIR;
    else if (is_last(text, ends, "/."))
        error = EINVAL;
    else if (is_last(text, ends, "/.."))
        error = ENOTEMPTY;
    else if (name[0] == '/' && !name[1])
        error = EBUSY;
    else if (inode->what == DIRECTORY && __tb_has_inside(name))
        error = ENOTEMPTY;
    if (is_one)
        __tb_tell_name(!error ? TAKES_NAME : inode ? FINDS_NAME : FINDS_NO_NAME, name);
    if (!error)
        __tb_enter(name, NULL);
    __tb_mutex_unlock(&__tb_opening);
    return tb_failed(error);
}

int unlink(const char *name)
{
    return take_away(HERE, name, 1, 0);
}

int remove(const char *name)
{
    return take_away(HERE, name, 1, 1);
}

int rmdir(const char *name)
{
    return take_away(HERE, name, 0, 1);
}

int unlinkat(int directory, const char *name, int flags)
{
    if (flags & ~REMOVES_DIRECTORY)
        return tb_failed(EINVAL);
    return take_away(directory, name, !flags, flags != 0);
}

int mkdirat(int directory, const char *text, unsigned mode)
{
    char name[LONGEST];
    __tb_mutex_lock(&__tb_opening);
    int is_one = __tb_clean(directory, text, name), is_there = is_one && __tb_inode_of(name);
    int error = is_there ? EEXIST : is_one && __tb_no_such(name) == ENOTDIR ? ENOTDIR : 0;
    if (is_there)
        __tb_tell_name(FINDS_NAME, name);
    if (is_one && !error) {
        __tb_tell_name(MAKES_NAME, name);
        __tb_enter(name, __tb_new_inode(DIRECTORY, mode));
    }
    __tb_mutex_unlock(&__tb_opening);
    return !is_one ? -1 : tb_failed(error);
}

int mkdir(const char *name, unsigned mode)
{
    return mkdirat(HERE, name, mode);
}

/* Of files: what stands under one name stands under another one then, or (keeps) under both. */
static int give_name(int old_at, const char *from, int new_at, const char *to, int flags, int keeps)
{
    char old[LONGEST], new[LONGEST];
    int error = 0;
    __tb_mutex_lock(&__tb_opening);
    int are = __tb_clean(old_at, from, old) && __tb_clean(new_at, to, new);
    struct inode *inode = are ? __tb_inode_of(old) : NULL, *other = inode ? __tb_inode_of(new) : NULL;
    if (are && !inode)
        __tb_tell_name(FINDS_NO_NAME, old);
    if (other)
        __tb_tell_name(FINDS_NAME, new);
    if (are && !inode)
        error = __tb_no_such(old);
    else if (are && !other && __tb_no_such(new) == ENOTDIR)
        error = ENOTDIR;
    else if (inode && inode->what != DIRECTORY && (__tb_is_for_directory(from) || __tb_is_for_directory(to)))
        error = ENOTDIR;
    else if (other && (keeps || flags & NO_REPLACE))
        error = EEXIST;
    else if (inode && inode->what == DIRECTORY && keeps)
        error = EPERM;
    else if (inode && inode->what == DIRECTORY)
        __tb_unsupported_directory();
    else if (other && other->what == DIRECTORY)
        error = __tb_is_below(old, new) ? ENOTEMPTY : EISDIR;
    else if (inode && inode != other) {
        __tb_tell_name(GIVES_NAME, new);
        __tb_enter(new, inode);
        if (!keeps) {
            __tb_tell_name(TAKES_NAME, old);
            __tb_enter(old, NULL);
        }
    }
    __tb_mutex_unlock(&__tb_opening);
    return !are ? -1 : tb_failed(error);
}

int renameat2(int old_at, const char *old, int new_at, const char *new, unsigned flags)
{
    if (flags & ~NO_REPLACE)
        return tb_failed(EINVAL);
    return give_name(old_at, old, new_at, new, (int)flags, 0);
}

int renameat(int old_at, const char *old, int new_at, const char *new)
{
    return give_name(old_at, old, new_at, new, 0, 0);
}

int rename(const char *old, const char *new)
{
    return give_name(HERE, old, HERE, new, 0, 0);
}

int linkat(int old_at, const char *old, int new_at, const char *new, int flags)
{
    if (flags & ~FOLLOWS)
        return tb_failed(EINVAL);
    return give_name(old_at, old, new_at, new, 0, 1);
}

int link(const char *old, const char *new)
{
    return give_name(HERE, old, HERE, new, 0, 1);
}

/* No name is a link to another one. */
ssize_t readlinkat(int directory, const char *name, char *to, size_t room)
{
    if ((ssize_t)room <= 0)
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    struct inode *inode = __tb_inode_named(directory, name, 0, 0);
    if (!inode && errno == ENOENT && *name)
        __tb_note_missing(directory, name);
    __tb_mutex_unlock(&__tb_opening);
    return inode ? tb_failed(EINVAL) : -1;
}

ssize_t readlink(const char *name, char *to, size_t room)
{
    return readlinkat(HERE, name, to, room);
}

enum { MAKES_FILE, MAKES_DIRECTORY };

/* Six characters before the last ones become a number that no file has yet. A file is opened: the descriptor; a directory: 0. */
static int make_unused(char *template, int last, int flags, int what)
{
    int n = length(template), number = 0, result;
    char name[LONGEST];
    if (last < 0 || n < 6 + last || !ends_with(template, n - last, "XXXXXX"))
        return tb_failed(EINVAL);
    __tb_mutex_lock(&__tb_opening);
    do {
        number++;
        for (int i = 0, left = number; i < 6; i++, left /= 10)
            template[n - last - 1 - i] = (char)('0' + left % 10);
        if (!__tb_clean(HERE, template, name))
            break;
    } while (__tb_inode_of(name));
    if (what == MAKES_DIRECTORY) {
        __tb_enter(name, __tb_new_inode(DIRECTORY, 0700));
        result = 0;
    } else {
        struct inode *inode = __tb_inode_named(HERE, template, CREATE | EXCLUSIVE, 0600);
        result = inode ? __tb_open_inode(inode, (flags & ~ACCESS) | READ_WRITE) : -1;
    }
    __tb_mutex_unlock(&__tb_opening);
    return result;
}

static int make_file(char *template, int last, int flags)
{
    __tb_may_point();
    return make_unused(template, last, flags, MAKES_FILE);
}

#define MAKE(name, parameters, last, flags) \
    int name parameters                     \
    {                                       \
        return make_file(template, last, flags); \
    }
MAKE(mkostemps, (char *template, int last, int flags), last, flags)
MAKE(mkostemps64, (char *template, int last, int flags), last, flags)
MAKE(mkstemp, (char *template), 0, 0)
MAKE(mkstemp64, (char *template), 0, 0)
MAKE(mkostemp, (char *template, int flags), 0, flags)
MAKE(mkostemp64, (char *template, int flags), 0, flags)
MAKE(mkstemps, (char *template, int last), last, 0)
MAKE(mkstemps64, (char *template, int last), last, 0)

char *mkdtemp(char *template)
{
    return make_unused(template, 0, 0, MAKES_DIRECTORY) ? NULL : template;
}

int __tb_open_unnamed(void)
{
    __tb_mutex_lock(&__tb_opening);
    int descriptor = __tb_open_inode(__tb_new_inode(CONTENT, 0600), READ_WRITE);
    __tb_mutex_unlock(&__tb_opening);
    return descriptor;
}

/* Where the process stands: a directory. */
static int stand(int directory, const char *text)
{
    char name[LONGEST];
    int fails = 1;
    __tb_mutex_lock(&__tb_opening);
    if (__tb_clean(directory, text, name)) {
        struct inode *inode = __tb_inode_of(name);
        errno = !inode ? __tb_no_such(name) : inode->what != DIRECTORY ? ENOTDIR : errno;
        fails = !inode || inode->what != DIRECTORY;
        if (!fails)
            __tb_stand_in(name);
    }
    __tb_mutex_unlock(&__tb_opening);
    return fails ? -1 : 0;
}

int chdir(const char *name)
{
    return stand(HERE, name);
}

int fchdir(int directory)
{
    int end;
    struct file *file = __tb_file_of(directory, &end);
    return file ? stand(directory, ".") : -1;
}

/* The name from the root of what is there, or 0. */
static int named_from_root(const char *text, char *to)
{
    char name[LONGEST];
    __tb_mutex_lock(&__tb_opening);
    int n = 0;
    if (__tb_clean(HERE, text, name)) {
        struct inode *inode = __tb_inode_of(name);
        if (!inode)
            errno = __tb_no_such(name);
        else if (inode->what != DIRECTORY && __tb_is_for_directory(text))
            errno = ENOTDIR;
        else
            n = __tb_from_root(name, to);
    }
    __tb_mutex_unlock(&__tb_opening);
    return n;
}

/* `to` has room for PATH_MAX, or the caller frees what is returned. */
char *realpath(const char *name, char *to)
{
    char text[LONGEST + BEFORE_NAMES];
    if (!name) {
        errno = EINVAL;
        return NULL;
    }
    int n = named_from_root(name, text);
    if (n == 0 || (!to && !(to = malloc((size_t)n + 1))))
        return NULL;
    __builtin_memcpy(to, text, (size_t)n + 1);
    return to;
}

char *__realpath_chk(const char *name, char *to, size_t room)
{
    return realpath(name, to);
}

char *canonicalize_file_name(const char *name)
{
    return realpath(name, NULL);
}

char *getcwd(char *to, size_t room)
{
    char text[LONGEST + BEFORE_NAMES];
    int n = named_from_root(".", text);
    if (n == 0)
        return NULL;
    int error = to && room == 0 ? EINVAL : room > 0 && room <= (size_t)n ? ERANGE : 0;
    if (error || (!to && !(to = malloc(room > 0 ? room : (size_t)n + 1)))) {
        errno = error ? error : errno;
        return NULL;
    }
    __builtin_memcpy(to, text, (size_t)n + 1);
    return to;
}

char *__getcwd_chk(char *to, size_t room, size_t there)
{
    return getcwd(to, room);
}

char *get_current_dir_name(void)
{
    return getcwd(NULL, 0);
}
