/* Listing directories. What is in one is looked at when the first entry is read, as for small directories with glibc; in the order in which it was
 * made. Two threads that read entries of one stream race, as POSIX says. */
#include "file.h"

enum { IS_DIRECTORY = 4, IS_FILE = 8, IS_DEVICE = 2 };

/* With 64 bits everywhere. */
struct entry {
    unsigned long long number;
    long long next;
    unsigned short length;
    unsigned char what;
    char name[LONGEST];
#ifndef __LP64__
} __attribute__((packed, aligned(4)));
/* As it is on i386 else. */
struct narrow_entry {
    unsigned number;
    int next;
    unsigned short length;
    unsigned char what;
    char name[LONGEST];
};
#else
};
#endif

/* What one is that was found. */
struct found {
    struct found *next;
    unsigned number;
    unsigned char what;
    char name[];
};

typedef struct directory {
    int descriptor;
    int is_read;
    struct inode *inode;
    struct found *all;
    long at;
    struct entry entry;
#ifndef __LP64__
    struct narrow_entry narrow;
#endif
} DIR;

void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *));
int strcmp(const char *a, const char *b);

/* Takes note of an entry whose name is so long, unless it is known. */
static void note(DIR *directory, const char *name, size_t n, const struct inode *inode, int what)
{
    struct found **at = &directory->all;
    for (; *at; at = &(*at)->next) {
        size_t same = 0;
        while (same < n && (*at)->name[same] == name[same])
            same++;
        if (same == n && !(*at)->name[n])
            return;
    }
    struct found *found = calloc(1, sizeof *found + n + 1);
    if (!found)
        return;
    found->number = inode ? (unsigned)inode->number : 1;
    found->what = (unsigned char)what;
    __builtin_memcpy(found->name, name, n);
    *at = found;
}

/* Names are kept last first. */
static void look_at(DIR *directory, const char *within, const struct name *name)
{
    if (!name)
        return;
    look_at(directory, within, name->next);
    const char *rest = name->text;
    int at_start = within[0] == '.' && !within[1], at_root = within[0] == '/' && !within[1];
    if (!name->inode || (at_start && (rest[0] == '/' || (rest[0] == '.' && !rest[1]))) || (at_root && (rest[0] != '/' || !rest[1])))
        return;
    if (!at_start && !at_root) {
        if (!__tb_is_below(rest, within))
            return;
        for (const char *to = within; *to; to++)
            rest++;
    }
    rest += *rest == '/';
    size_t n = 0;
    while (rest[n] && rest[n] != '/')
        n++;
    int what = rest[n] || name->inode->what == DIRECTORY ? IS_DIRECTORY : name->inode->what == CONTENT ? IS_FILE : IS_DEVICE;
    note(directory, rest, n, rest[n] ? NULL : name->inode, what);
}

static void look(DIR *directory)
{
    if (directory->is_read)
        return;
    directory->is_read = 1;
    note(directory, ".", 1, directory->inode, IS_DIRECTORY);
    note(directory, "..", 2, NULL, IS_DIRECTORY);
    __tb_mutex_lock(&__tb_opening);
    look_at(directory, directory->inode->text, __tb_all_names());
    __tb_mutex_unlock(&__tb_opening);
}

static void forget(DIR *directory)
{
    while (directory->all) {
        struct found *next = directory->all->next;
        free(directory->all);
        directory->all = next;
    }
    directory->is_read = 0;
}

DIR *fdopendir(int descriptor)
{
    struct file *file = __tb_regular(descriptor, ENOTDIR);
    if (file && file->inode->what != DIRECTORY) {
        errno = ENOTDIR;
        file = NULL;
    }
    DIR *directory = file ? calloc(1, sizeof *directory) : NULL;
    if (!directory)
        return NULL;
    directory->descriptor = descriptor;
    directory->inode = file->inode;
    return directory;
}

static DIR *open_directory(const char *name)
{
    __tb_may_point();
    int descriptor = __tb_open_named(HERE, name, ONLY_DIRECTORY | CLOSE_ON_EXEC, 0);
    return descriptor < 0 ? NULL : fdopendir(descriptor);
}

DIR *opendir(const char *name)
{
    return open_directory(name);
}

static struct entry *next_of(DIR *directory)
{
    __tb_may_point();
    look(directory);
    struct found *found = directory->all;
    for (long i = 0; found && i < directory->at; i++)
        found = found->next;
    if (!found)
        return NULL;
    struct entry *entry = &directory->entry;
    size_t n = 0;
    while ((entry->name[n] = found->name[n]))
        n++;
    entry->number = found->number;
    entry->what = found->what;
    entry->next = ++directory->at;
    entry->length = (unsigned short)((19 + n + 1 + 7) / 8 * 8);
    return entry;
}

struct entry *readdir64(DIR *directory)
{
    return next_of(directory);
}

#ifdef __LP64__
struct entry *readdir(DIR *directory)
{
    return next_of(directory);
}
#else
struct narrow_entry *readdir(DIR *directory)
{
    struct entry *entry = next_of(directory);
    struct narrow_entry *narrow = &directory->narrow;
    if (!entry)
        return NULL;
    narrow->number = (unsigned)entry->number;
    narrow->next = (int)entry->next;
    narrow->length = entry->length;
    narrow->what = entry->what;
    __builtin_memcpy(narrow->name, entry->name, LONGEST);
    return narrow;
}
#endif

static int close_directory(DIR *directory)
{
    int descriptor = directory->descriptor;
    forget(directory);
    free(directory);
    return __tb_close_file(descriptor);
}

int closedir(DIR *directory)
{
    __tb_may_point();
    return directory ? close_directory(directory) : tb_failed(EINVAL);
}

void rewinddir(DIR *directory)
{
    forget(directory);
    directory->at = 0;
}

long telldir(DIR *directory)
{
    return directory->at;
}

void seekdir(DIR *directory, long at)
{
    directory->at = at;
}

int dirfd(DIR *directory)
{
    return directory->descriptor;
}

#ifdef __LP64__
int alphasort(const struct entry **a, const struct entry **b)
{
    return strcmp((*a)->name, (*b)->name);
}

int alphasort64(const struct entry **a, const struct entry **b)
{
    return strcmp((*a)->name, (*b)->name);
}

static int all_of(DIR *directory, struct entry ***to, int (*wants)(const struct entry *))
{
    struct entry **all = NULL, *entry;
    int count = 0;
    while ((entry = next_of(directory))) {
        if (wants && !wants(entry))
            continue;
        struct entry *copy = malloc(entry->length);
        struct entry **more = realloc(all, ((size_t)count + 1) * sizeof *all);
        if (!copy || !more)
            return count;
        __builtin_memcpy(copy, entry, entry->length);
        all = more;
        all[count++] = copy;
    }
    *to = all ? all : malloc(sizeof *all);
    return count;
}

int scandir(const char *name, struct entry ***to, int (*wants)(const struct entry *), int (*compare)(const struct entry **, const struct entry **))
{
    DIR *directory = open_directory(name);
    if (!directory)
        return -1;
    int count = all_of(directory, to, wants);
    close_directory(directory);
    if (compare)
        qsort(*to, (size_t)count, sizeof **to, (int (*)(const void *, const void *))compare);
    return count;
}

int scandir64(const char *name, struct entry ***to, int (*wants)(const struct entry *), int (*compare)(const struct entry **, const struct entry **))
{
    return scandir(name, to, wants, compare);
}
#endif
