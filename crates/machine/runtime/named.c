/* Named semaphores, within the process: when the program begins, no name is taken.
 *
 * All that is open under a name is one semaphore, at one address. Once everybody has closed it, it is destroyed, so that using it later
 * is seen; its value is kept as long as it has its name. */
#include "tb.h"

typedef __builtin_va_list va_list;

#define MOST 32
#define LONGEST 251 /* NAME_MAX - 4, as in glibc */

enum { CREATE = 0100, EXCLUSIVE = 0200 };
enum { ENOENT = 2, EEXIST = 17, ENAMETOOLONG = 36 };

/* Without a name when it is unlinked; free when it is not open, too. */
static struct named {
    char name[LONGEST + 1];
    unsigned opened;
    unsigned value;
    sem_t semaphore;
} __tb_named[MOST];

static pthread_mutex_t __tb_naming;

void __tb_unsupported_more_named_semaphores(void);
int __tb_sem_closed(void *sem); /* the value that it keeps */

/* Without the slashes that it begins with. NULL for what is no name. */
static const char *checked(const char *name)
{
    while (*name == '/')
        name++;
    size_t length = 0;
    for (; name[length]; length++)
        if (name[length] == '/') {
            errno = EINVAL;
            return NULL;
        }
    if (length == 0 || length > LONGEST) {
        errno = length ? ENAMETOOLONG : EINVAL;
        return NULL;
    }
    return name;
}

static struct named *find(const char *name)
{
    for (struct named *one = __tb_named; one < __tb_named + MOST; one++) {
        size_t at = 0;
        while (one->name[at] && one->name[at] == name[at])
            at++;
        if (at > 0 && one->name[at] == name[at])
            return one;
    }
    return NULL;
}

static struct named *create(const char *name, unsigned value)
{
    for (struct named *one = __tb_named; one < __tb_named + MOST; one++) {
        if (one->name[0] || one->opened)
            continue;
        for (size_t at = 0; at == 0 || name[at - 1]; at++)
            one->name[at] = name[at];
        one->value = value;
        return one;
    }
    __tb_unsupported_more_named_semaphores();
    return NULL;
}

/* With the lock. */
static sem_t *open_named(const char *name, int flags, unsigned value)
{
    struct named *one = find(name);
    if (one && (flags & CREATE) && (flags & EXCLUSIVE)) {
        errno = EEXIST;
        return NULL;
    }
    if (!one && !(flags & CREATE)) {
        errno = ENOENT;
        return NULL;
    }
    if (!one && value > INT_MAX) {
        errno = EINVAL;
        return NULL;
    }
    if (!one)
        one = create(name, value);
    if (one->opened++ == 0)
        __tb_sem_init(&one->semaphore, one->value);
    return &one->semaphore;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    unsigned value = 0;
    if (flags & CREATE) {
        va_list rest;
        __builtin_va_start(rest, flags);
        (void)__builtin_va_arg(rest, unsigned); /* who may open it: all is one process */
        value = __builtin_va_arg(rest, unsigned);
        __builtin_va_end(rest);
    }
    name = checked(name);
    if (!name)
        return NULL;
    __tb_mutex_lock(&__tb_naming);
    sem_t *semaphore = open_named(name, flags, value);
    __tb_mutex_unlock(&__tb_naming);
    return semaphore;
}

int sem_close(sem_t *semaphore)
{
    __tb_mutex_lock(&__tb_naming);
    int is_open = 0;
    for (struct named *one = __tb_named; one < __tb_named + MOST; one++) {
        if (&one->semaphore != semaphore || !one->opened)
            continue;
        is_open = 1;
        if (--one->opened == 0) {
            one->value = (unsigned)__tb_sem_closed(&one->semaphore);
            __tb_sem_destroy(&one->semaphore);
        }
    }
    __tb_mutex_unlock(&__tb_naming);
    return is_open ? 0 : tb_failed(EINVAL);
}

int sem_unlink(const char *name)
{
    name = checked(name);
    if (!name)
        return tb_failed(errno == EINVAL ? ENOENT : errno);
    __tb_mutex_lock(&__tb_naming);
    struct named *one = find(name);
    if (one)
        one->name[0] = 0;
    __tb_mutex_unlock(&__tb_naming);
    return one ? 0 : tb_failed(ENOENT);
}
