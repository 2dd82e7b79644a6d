/* Compares files, descriptors and streams of the runtime (linked with the prefix tb_) with those of the C library here: random
 * sequences of calls, each made with both. Prints what differs; run by runtime.rs, in an empty
 * directory. */
#define _GNU_SOURCE
#include "files.h"

static unsigned seed, number;
static long step;
static int verbose;
static char doing[200];

static unsigned below(unsigned n)
{
    return (unsigned)rand_r(&seed) % n;
}

static void differ(const char *what, long ours, long theirs)
{
    if (failures++ < 20)
        printf("%u, step %ld, %s: %s is %ld, not %ld\n", number, step, doing, what, ours, theirs);
}

static char from[10000], ours[10000], theirs[10000];

static void same(const char *what, long n)
{
    for (long i = 0; i < n; i++)
        if (ours[i] != theirs[i]) {
            differ(what, ours[i], theirs[i]);
            return;
        }
}

static unsigned length(void)
{
    static const unsigned lengths[] = {0, 1, 2, 3, 7, 50, 50, 300, 4095, 4096, 4097, 9000};
    return lengths[below(12)];
}

static const char *const names[] = {"a", "b", "./b", "d/x", "d/y", "given", "d//x", "gone", "d"};

static const char *name(void)
{
    return names[below(9)];
}

/* A stream here and there, on a file that no other stream has open. */
static struct {
    OURS *ours;
    FILE *theirs;
    /* What may follow without a call that sets the place: nothing was done (0), it was read (1), written (2). */
    int last;
    int reads;
    /* Both: then glibc gives what was written earlier or later, by where it has read. */
    int both;
    /* Given line by line: of what is longer than its buffer, glibc gives a part of a line, too. */
    int lines;
} streams[3];

/* Whether a stream may have given a part of what was written to this file. */
static int is_open(const char *name)
{
    int i = strcmp(name, "a") == 0 ? 0 : strncmp(name, "d/", 2) == 0 && strchr(name, 'x') ? 1 : strcmp(name, "given") == 0 ? 2 : -1;
    return i >= 0 && streams[i].ours && streams[i].both;
}

static int is_directory(const char *name)
{
    struct stat found;
    return stat(name, &found) == 0 && S_ISDIR(found.st_mode);
}

/* What is there of all files, read as others see it. */
static void contents(void)
{
    for (int i = 0; i < 8; i++) {
        snprintf(doing, sizeof doing, "the content of %s", names[i]);
        if (is_directory(names[i]) || is_open(names[i]))
            continue;
        int a = tb_open(names[i], O_RDONLY), b = open(names[i], O_RDONLY);
        if ((a < 0) != (b < 0))
            differ("being there", a, b);
        if (a >= 0 && b >= 0) {
            memset(ours, 0, sizeof ours), memset(theirs, 0, sizeof theirs);
            if (BOTH(tb_read(a, ours, sizeof ours), read(b, theirs, sizeof theirs)) >= 0)
                same("the content", sizeof ours);
        }
        if (a >= 0)
            tb_close(a);
        if (b >= 0)
            close(b);
    }
}

/* Descriptors have the same numbers here and there. */
#define LAST 12
static int may_be_open(void)
{
    return 3 + (int)below(LAST - 3);
}

static int flags(void)
{
    return (int)(below(3) | (below(2) ? O_CREAT : 0) | (below(4) ? 0 : O_EXCL) * O_CREAT | (below(3) ? 0 : O_APPEND) | (below(2) ? 0 : O_CLOEXEC) | (below(4) ? 0 : O_TRUNC));
}

static void status(long found, const struct stat *a, const struct stat *b)
{
    if (found != 0)
        return;
    if ((a->st_mode & S_IFMT) != (b->st_mode & S_IFMT))
        differ("the kind", a->st_mode, b->st_mode);
    if (S_ISREG(a->st_mode) && (a->st_size != b->st_size || a->st_nlink != b->st_nlink))
        differ("the status", a->st_size, b->st_size);
    if (S_ISREG(a->st_mode) && (a->st_mode & 0777) != (b->st_mode & 0777))
        differ("the mode", a->st_mode, b->st_mode);
}

static void one_of_a_name(void)
{
    const char *one = name(), *two = name();
    struct stat a, b;
    int how = flags(), what = (int)below(8);
    long size = length();
    snprintf(doing, sizeof doing, "%d of %s, %s, %x", what, one, two, how);
    switch (what) {
    case 0:
        BOTH(tb_unlink(one), unlink(one));
        break;
    case 1:
        if (!is_directory(one))
            BOTH(tb_rename(one, two), rename(one, two));
        break;
    case 2:
        BOTH(tb_access(one, F_OK), access(one, F_OK));
        break;
    case 3:
        status(BOTH(tb_stat(one, &a), stat(one, &b)), &a, &b);
        break;
    case 4:
        BOTH(tb_mkdir(one, 0755), mkdir(one, 0755));
        break;
    case 5:
        if (!is_directory(one))
            BOTH(tb_truncate(one, size), truncate(one, size));
        break;
    default:
        if (below(4) && !is_directory(one))
            BOTH(tb_open(one, how, 0644), open(one, how, 0644));
    }
}

static void one_of_a_descriptor(void)
{
    int d = may_be_open(), e = may_be_open(), what = (int)below(17);
    long n = length(), at = (long)below(3) - 1 + (long)length();
    int whence = (int)below(4);
    struct stat a, b;
    if (whence == 3)
        whence = 7;
    snprintf(doing, sizeof doing, "%d of descriptor %d, %d, %ld bytes, at %ld, %d", what, d, e, n, at, whence);
    switch (what) {
    case 0:
        BOTH(tb_close(d), close(d));
        break;
    case 1:
        BOTH(tb_dup(d), dup(d));
        break;
    case 2:
        BOTH(tb_dup2(d, e), dup2(d, e));
        break;
    case 3:
        BOTH(tb_lseek(d, at - 4000, whence), lseek(d, at - 4000, whence));
        break;
    case 4:
        BOTH(tb_ftruncate(d, at), ftruncate(d, at));
        break;
    case 5:
        BOTH(tb_fsync(d), fsync(d));
        break;
    case 6:
        status(BOTH(tb_fstat(d, &a), fstat(d, &b)), &a, &b);
        break;
    case 7:
        n = BOTH(tb_pread(d, ours, (size_t)n, at), pread(d, theirs, (size_t)n, at));
        same("what is read", n);
        break;
    case 8:
        BOTH(tb_pwrite(d, from, (size_t)n, at), pwrite(d, from, (size_t)n, at));
        break;
    case 9:
        BOTH(tb_fcntl(d, F_GETFL) & (O_ACCMODE | O_APPEND), fcntl(d, F_GETFL) & (O_ACCMODE | O_APPEND));
        BOTH(tb_fcntl(d, F_GETFD), fcntl(d, F_GETFD));
        break;
    case 13:
        if (below(2))
            BOTH(tb_fcntl(d, F_SETFD, e & 1), fcntl(d, F_SETFD, e & 1));
        else
            BOTH(tb_fcntl(d, F_DUPFD_CLOEXEC, e), fcntl(d, F_DUPFD_CLOEXEC, e));
        break;
    case 10:
    case 11:
    case 12:
        n = BOTH(tb_read(d, ours, (size_t)n), read(d, theirs, (size_t)n));
        same("what is read", n);
        break;
    default:
        BOTH(tb_write(d, from, (size_t)n), write(d, from, (size_t)n));
    }
}

static void close_all(void)
{
    for (int d = 3; d < 64; d++) {
        tb_close(d);
        close(d);
    }
    for (int i = 0; i < 9; i++) {
        tb_remove(names[i]);
        remove(names[i]);
    }
    tb_remove("d"), remove("d");
    tb_mkdir("d", 0755), mkdir("d", 0755);
}

static void descriptors(void)
{
    for (step = 0; step < 30; step++) {
        if (below(3) == 0)
            one_of_a_name();
        else
            one_of_a_descriptor();
        if (below(8) == 0)
            contents();
    }
    contents();
    close_all();
}

static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wx", "r+b", "", "q"};

#define S streams[i]
#define O(name) ((__typeof__(name((void *)0)) (*)(OURS *))tb_##name)

static void open_stream(int i)
{
    static const char *const files[] = {"a", "d/x", "given"};
    const char *mode = modes[below(11)];
    snprintf(doing, sizeof doing, "fopen(%s, %s)", files[i], mode);
    errno = 0;
    S.theirs = fopen(files[i], mode);
    int error = errno;
    errno = 0;
    S.ours = (OURS *)tb_fopen(files[i], mode);
    S.last = S.lines = 0;
    S.both = strchr(mode, '+') != NULL;
    S.reads = *mode == 'r' || strchr(mode, '+');
    if (!S.ours != !S.theirs)
        differ("fopen", !S.ours, !S.theirs);
    else if (!S.ours && errno != error)
        differ("errno", errno, error);
    if (!S.ours || !S.theirs) {
        S.ours = NULL, S.theirs = NULL;
        return;
    }
    /* As by default, where blocks have 4,096 bytes. */
    static char usual[3][4096];
    setvbuf(S.theirs, usual[i], _IOFBF, sizeof usual[i]);
    if (below(4) == 0) {
        static char buffers[3][2][600];
        int how = (int)below(3), size = below(2) ? 0 : 128 + (int)below(400);
        S.lines = how == 1;
        if (how < 2 || size == 0)
            BOTH(tb_setvbuf((FILE *)S.ours, size ? buffers[i][0] : NULL, how, (size_t)size),
                 setvbuf(S.theirs, size ? buffers[i][1] : NULL, how, (size_t)size));
    }
}

/* To the file of another stream no stream writes. */
static void reopen_stream(int i)
{
    static const char *const files[] = {"a", "d/x", "given"};
    const char *mode = modes[below(9)];
    errno = 0;
    FILE *theirs_now = freopen(files[i], mode, S.theirs), *ours_now = (FILE *)tb_freopen(files[i], mode, (FILE *)S.ours);
    if (!ours_now != !theirs_now)
        differ("freopen", !ours_now, !theirs_now);
    S.last = S.lines = 0;
    S.both = strchr(mode, '+') != NULL;
    S.reads = *mode == 'r' || strchr(mode, '+');
    if (!theirs_now || !ours_now) {
        tb_fclose((FILE *)S.ours), fclose(S.theirs);
        S.ours = NULL, S.theirs = NULL;
    }
}

static void reads(int i, int what, long n)
{
    char *a = NULL, *b = NULL;
    size_t room_a = 0, room_b = 0;
    int x = 0, y = 0;
    memset(ours, 7, sizeof ours), memset(theirs, 7, sizeof theirs);
    switch (what) {
    case 0:
        BOTH(tb_fgetc((FILE *)S.ours), fgetc(S.theirs));
        break;
    case 1: {
        int c = BOTH(tb_fgetc((FILE *)S.ours), fgetc(S.theirs));
        if (c >= 0)
            BOTH(tb_ungetc(c, (FILE *)S.ours), ungetc(c, S.theirs));
        break;
    }
    case 2:
        BOTH(!tb_fgets(ours, (int)n + 1, (FILE *)S.ours), !fgets(theirs, (int)n + 1, S.theirs));
        same("the line", n);
        break;
    case 3:
        if (BOTH(tb_getline(&a, &room_a, (FILE *)S.ours) + 1, getline(&b, &room_b, S.theirs) + 1) > 0 && a && b && strcmp(a, b))
            differ("the line", *a, *b);
        free(a), free(b);
        break;
    case 4:
        /* glibc does not tell by ferror that nothing may be read there. */
        if (!S.reads)
            break;
        BOTH(tb_fscanf((FILE *)S.ours, "%d", &x), fscanf(S.theirs, "%d", &y));
        if (x != y)
            differ("the number", x, y);
        break;
    default:
        BOTH(tb_fread(ours, 1 + (size_t)(n & 1), (size_t)n / 2, (FILE *)S.ours),
             fread(theirs, 1 + (size_t)(n & 1), (size_t)n / 2, S.theirs));
        same("what is read", n);
    }
}

static void writes(int i, int what, long n)
{
    static const char *const texts[] = {"", "a line\n", "17 ", "two\nlines\nand a half", "x"};
    const char *text = texts[below(5)];
    if (S.lines)
        n %= 50;
    switch (what) {
    case 0:
        BOTH(tb_fputc('0' + (int)n % 10, (FILE *)S.ours), fputc('0' + (int)n % 10, S.theirs));
        break;
    case 1:
        BOTH(tb_fputs(text, (FILE *)S.ours) < 0, fputs(text, S.theirs) < 0);
        break;
    default:
        BOTH(tb_fwrite(from, 1, (size_t)n, (FILE *)S.ours), fwrite(from, 1, (size_t)n, S.theirs));
    }
}

static void others(int i, int what, long n)
{
    int whence = (int)below(3);
    switch (what) {
    case 0:
        BOTH(tb_fseek((FILE *)S.ours, n - 60, whence), fseek(S.theirs, n - 60, whence));
        S.last = 0;
        break;
    case 1:
        tb_rewind((FILE *)S.ours), rewind(S.theirs);
        S.last = 0;
        break;
    case 2:
        BOTH(tb_fflush((FILE *)S.ours), fflush(S.theirs));
        S.last = 0;
        break;
    case 3:
        tb_clearerr((FILE *)S.ours), clearerr(S.theirs);
        break;
    case 4:
        BOTH(tb_fclose((FILE *)S.ours), fclose(S.theirs));
        S.ours = NULL;
        break;
    case 5:
        BOTH(tb_fflush(NULL), fflush(NULL));
        break;
    case 6:
        reopen_stream(i);
        break;
    default:
        BOTH(tb_fileno((FILE *)S.ours), fileno(S.theirs));
    }
}

static void one_of_a_stream(int i)
{
    int kind = (int)below(8), what = (int)below(8);
    long n = length();
    if (!S.ours) {
        open_stream(i);
        return;
    }
    snprintf(doing, sizeof doing, "%d %d of stream %d, %ld bytes", kind, what, i, n);
    if (kind < 3 && S.last != 2)
        reads(i, what, n), S.last = 1;
    else if (kind < 6 && S.last != 1)
        writes(i, what, n), S.last = 2;
    else
        others(i, what, n);
    if (!S.ours)
        return;
    BOTH(!tb_feof((FILE *)S.ours), !feof(S.theirs));
    BOTH(!tb_ferror((FILE *)S.ours), !ferror(S.theirs));
    if (below(2))
        BOTH(tb_ftell((FILE *)S.ours), ftell(S.theirs));
}

static void with_streams(void)
{
    for (step = 0; step < 40; step++) {
        one_of_a_stream((int)below(3));
        if (below(8) == 0)
            contents();
    }
    for (int i = 0; i < 3; i++)
        if (S.ours) {
            tb_fclose((FILE *)S.ours), fclose(S.theirs);
            S.ours = NULL;
        }
    step = -1;
    contents();
    close_all();
}

int main(int argc, char **argv)
{
    /* The first sequence, and the one after the last; that which is to be shown. */
    unsigned end = argc > 2 ? (unsigned)atoi(argv[2]) : 1000;
    int shown = argc > 3 ? atoi(argv[3]) : -1;
    number = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    for (unsigned i = 0; i < sizeof from; i++)
        from[i] = "0123456789 \nab"[(i * 7 + i / 13) % 14];
    memcpy(given, from + 100, sizeof given);
    close_all();
    for (; number < end; number++) {
        seed = number;
        verbose = (int)number == shown;
        int d = creat("given", 0644);
        write(d, given, sizeof given);
        close(d);
        if (tb_access("given", F_OK)) {
            d = tb_creat("given", 0644);
            tb_write(d, given, sizeof given);
            tb_close(d);
        }
        if (number % 2)
            descriptors();
        else
            with_streams();
    }
    printf("%d differences\n", failures);
    return failures != 0;
}
