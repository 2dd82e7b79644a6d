/* Compares names, directories, locks and pieces of the runtime (linked with the prefix tb_) with those of the C library here: random
 * sequences of calls, each made with both. Prints what differs; run by runtime.rs, in an empty directory. */
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include "files.h"

#define NAMES(X)                                                                                                      \
    X(chdir) X(fchdir) X(getcwd) X(realpath) X(umask) X(chmod) X(fchmod) X(mkdirat) X(unlinkat) X(renameat) X(linkat)   \
    X(openat) X(faccessat) X(fstatat) X(mkdtemp) X(mkostemp) X(opendir) X(readdir) X(closedir) X(dirfd) X(rewinddir) X(flock) X(lockf) X(readv) \
    X(writev) X(preadv) X(pwritev) X(posix_fallocate) X(posix_fadvise) X(isatty) X(dup3) X(ioctl) X(readlink)
NAMES(OURS)

static unsigned seed, number;
static long step;
static int verbose;
static char root[PATH_MAX];

static unsigned below(unsigned n)
{
    return (unsigned)rand_r(&seed) % n;
}

static void differ(const char *what, long ours, long theirs)
{
    if (failures++ < 20)
        printf("%u, step %ld: %s is %ld, not %ld\n", number, step, what, ours, theirs);
}

#define SAME(function, ...) BOTH(tb_##function(__VA_ARGS__), function(__VA_ARGS__))

/* Directories are made before anything is made in them: d, d/e and g are there, where we begin. Nobody goes further up than one. */
static const char *const names[] = {"a", "./b", "d/x", "d/e/y", "d/e", "d", "g", "../a", "d/../b", "..", ".", "d/e/../x", "gone", "g/z", "e/y", "x",
                                    "a/", "d/", "x/y", "a/../b", "d/e/..", "d/e/../"};
static const char *name(void)
{
    return names[below(sizeof names / sizeof *names)];
}

/* Whether a file may be made there: with the runtime, directories need not be there before. */
static int can_be_made(const char *which)
{
    char text[99];
    struct stat status;
    const char *end = strrchr(which, '/');
    snprintf(text, sizeof text, "%.*s", end ? (int)(end - which) : 1, end ? which : ".");
    end = end ? end + 1 : which;
    return !strchr("deg.", *end) && strcmp(end, "gone") && stat(text, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Whether a name ends with "..", so that no directory is removed. */
static int is_up(const char *which)
{
    size_t n = strlen(which);
    n -= n > 0 && which[n - 1] == '/';
    return n >= 2 && which[n - 1] == '.' && which[n - 2] == '.';
}

static int descriptor(void)
{
    return 3 + (int)below(5);
}

static void same_names(void)
{
    char a[PATH_MAX], b[PATH_MAX];
    BOTH(!tb_getcwd(a, sizeof a), !getcwd(b, sizeof b));
    if (strcmp(a + 4, b + strlen(root)))
        printf("%s, not %s: ", a, b), differ("getcwd", 0, 1);
    const char *which = name();
    int n = BOTH(!tb_realpath(which, a), !realpath(which, b));
    if (!n && strncmp(b, root, strlen(root)) == 0 && strcmp(a + 4, b + strlen(root)))
        printf("%s, not %s: ", a, b), differ("realpath", 0, 1);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int all_of(DIR *dir, struct dirent *(*next)(DIR *), char **to)
{
    int count = 0;
    for (struct dirent *entry; (entry = next(dir)) && count < 60;)
        asprintf(&to[count++], "%s %d", entry->d_name, entry->d_type);
    qsort(to, (size_t)count, sizeof *to, compare);
    return count;
}

static void list(void)
{
    const char *which = name();
    errno = 0;
    DIR *b = opendir(which);
    int error = errno;
    errno = 0;
    DIR *a = (DIR *)tb_opendir(which);
    if (!a || !b) {
        if (!a != !b || errno != error)
            differ("opendir", errno, error);
        return;
    }
    BOTH(tb_dirfd(a), dirfd(b));
    for (int again = 0; again < 2; again++) {
        char *ours[60], *theirs[60];
        int n = all_of(a, tb_readdir, ours), m = all_of(b, readdir, theirs);
        BOTH(n, m);
        for (int i = 0; i < n && i < m; i++)
            if (strcmp(ours[i], theirs[i]))
                printf("%s, not %s: ", ours[i], theirs[i]), differ(which, i, i);
        tb_rewinddir(a), rewinddir(b);
    }
    BOTH(tb_closedir(a), closedir(b));
}

static void status(void)
{
    struct stat a, b;
    const char *which = name();
    int flags = below(2) ? AT_SYMLINK_NOFOLLOW : 0;
    if (SAME(fstatat, AT_FDCWD, which, &a, flags))
        return;
    tb_stat(which, &a), stat(which, &b);
    if (strncmp(which, "..", 2))
        BOTH(a.st_mode, b.st_mode);
}

static void pieces(void)
{
    static const int counts[] = {0, 1, 2, 3, 3, 3, -1, 2000};
    char a[60], b[60];
    int d = descriptor(), n = counts[below(8)], what = (int)below(4), at = (int)below(30) - 1;
    memset(a, 'a' + (int)step % 26, sizeof a), memset(b, 'a' + (int)step % 26, sizeof b);
    struct iovec ours[3] = {{a, below(20)}, {a + 20, below(20)}, {a + 40, below(20)}}, theirs[3];
    for (int i = 0; i < 3; i++)
        theirs[i] = (struct iovec){b + 20 * i, ours[i].iov_len};
    if (what == 0)
        BOTH(tb_readv(d, ours, n), readv(d, theirs, n));
    if (what == 1)
        BOTH(tb_writev(d, ours, n), writev(d, theirs, n));
    if (what == 2)
        BOTH(tb_preadv(d, ours, n, at), preadv(d, theirs, n, at));
    if (what == 3)
        BOTH(tb_pwritev(d, ours, n, at), pwritev(d, theirs, n, at));
    if (memcmp(a, b, sizeof a))
        differ("what is read", 0, 1);
    BOTH(tb_lseek(d, 0, SEEK_CUR), lseek(d, 0, SEEK_CUR));
}

static void one_of_names(void)
{
    static const int modes[] = {0600, 0644, 0700, 0666, 0755};
    int mode = modes[below(5)], at = below(4) ? AT_FDCWD : descriptor();
    const char *first = name(), *second = name();
    int d = descriptor(), mask = below(2) ? 022 : 077, how;
    switch (below(12)) {
    case 0:
        SAME(chdir, first);
        break;
    case 1:
        SAME(fchdir, d);
        break;
    case 2:
        SAME(umask, mask);
        break;
    case 3:
        if (strncmp(first, "..", 2))
            SAME(chmod, first, mode | 0600);
        break;
    case 4:
        SAME(faccessat, AT_FDCWD, first, F_OK, 0);
        break;
    case 5:
        how = is_up(first) && below(2) ? AT_REMOVEDIR : 0;
        SAME(unlinkat, at, first, how);
        break;
    case 6:
        if (can_be_made(first) && can_be_made(second))
            SAME(linkat, AT_FDCWD, first, AT_FDCWD, second, 0);
        break;
    case 7:
        SAME(readlink, first, (char *)&(long){0}, 8);
        break;
    default:
        same_names();
        list();
        status();
    }
    char now[PATH_MAX];
    if (strlen(getcwd(now, sizeof now)) <= strlen(root))
        SAME(chdir, "w");
}

static void one_of_descriptors(void)
{
    static const int hows[] = {LOCK_SH | LOCK_NB, LOCK_EX | LOCK_NB, LOCK_UN, LOCK_SH | LOCK_NB, 0, 5 | 8};
    static const int types[] = {F_RDLCK, F_WRLCK, F_UNLCK, 7};
    int d = descriptor(), flags = (int)below(3) | (below(2) ? O_CREAT : 0) | (below(8) ? 0 : O_DIRECTORY);
    struct flock a = {.l_type = (short)types[below(4)], .l_whence = (short)below(2), .l_start = (long)below(9) - 1, .l_len = (long)below(9) - 2}, b = a;
    int left_a = 0, left_b = 0;
    const char *which = name();
    int to = descriptor(), how = hows[below(6)], command = (int)below(5);
    long from = (long)below(90) - 1, length = (long)below(90) - 1;
    int at = flags & O_CREAT || below(3) ? AT_FDCWD : d;
    switch (below(14)) {
    case 0: case 1: case 2:
        if (strcmp(which, "..") && (!(flags & O_CREAT) || can_be_made(which)))
            SAME(openat, at, which, flags, 0600);
        break;
    case 3:
        SAME(close, d);
        break;
    case 4:
        SAME(dup3, d, to, 0);
        break;
    case 5: case 6: case 7:
        if (fcntl(d, F_GETFD) >= 0 && !(fcntl(d, F_GETFL) & O_NONBLOCK))
            SAME(flock, d, how);
        break;
    case 8:
        BOTH(tb_fcntl(d, F_SETLK, &a), fcntl(d, F_SETLK, &b));
        break;
    case 9:
        BOTH(tb_fcntl(d, F_GETLK, &a), fcntl(d, F_GETLK, &b));
        BOTH(a.l_type, b.l_type);
        break;
    case 10:
        SAME(lockf, d, command, from);
        break;
    case 11:
        SAME(posix_fallocate, d, from, length);
        break;
    case 12:
        SAME(isatty, d);
        BOTH(tb_ioctl(d, FIONREAD, &left_a), ioctl(d, FIONREAD, &left_b));
        BOTH(left_a, left_b);
        break;
    default:
        pieces();
    }
}

/* Nothing but directories is left. */
static void begin(void)
{
    umask(022), tb_umask(022);
    chdir(root), tb_chdir("/cwd");
    mkdir("w", 0755), tb_mkdir("w", 0755);
    chdir("w"), tb_chdir("w");
    for (int d = 3; d < 10; d++)
        close(d), tb_close(d);
    for (int i = 0; i < 16; i++)
        unlink(names[i]), tb_unlink(names[i]);
    unlink("d/e/x"), tb_unlink("d/e/x"), unlink("d/e/b"), tb_unlink("d/e/b");
    mkdir("d", 0755), mkdir("d/e", 0755), mkdir("g", 0755);
    tb_mkdir("d", 0755), tb_mkdir("d/e", 0755), tb_mkdir("g", 0755);
    for (int i = 4; i < 7; i++)
        chmod(names[i], 0755), tb_chmod(names[i], 0755);
}

int main(int argc, char **argv)
{
    unsigned end = argc > 2 ? (unsigned)atoi(argv[2]) : 1000;
    number = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    int shown = argc > 3 ? atoi(argv[3]) : -1;
    getcwd(root, sizeof root);
    close(creat("given", 0644));
    for (; number < end; number++) {
        seed = number;
        verbose = (int)number == shown;
        begin();
        for (step = 0; step < 60; step++)
            if (below(2))
                one_of_names();
            else
                one_of_descriptors();
    }
    printf("%d differences\n", failures);
    return failures != 0;
}
