/* What files, descriptors and streams of the runtime need of the machine, for its functions linked with the prefix tb_ into a native test
 * (runtime_files.c); and those functions, with the types of the C library. */
#include "primitives.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Locks are counted: none may be left. */
static int held;
typedef struct stream OURS;

int __tb_mutex_lock(void *mutex) { return (void)mutex, held++, 0; }
int __tb_mutex_unlock(void *mutex) { return (void)mutex, held--, 0; }
int __tb_mutex_trylock(void *mutex) { return __tb_mutex_lock(mutex); }
int __tb_hold(void *lock) { return __tb_mutex_lock(lock); }
int __tb_let_go(void *lock) { return __tb_mutex_unlock(lock); }
int __tb_cond_broadcast(void *cond) { return (void)cond, 0; }
static int waits(const char *what) { printf("%s waits\n", what), exit(1); }
int __tb_cond_enter(void *cond, void *mutex) { return (void)cond, (void)mutex, waits("enter"); }
int __tb_cond_awake(void *cond, int timed, int spurious) { return (void)cond, (void)timed, (void)spurious, 0; }
int __tb_cond_await(void *cond, int timed, int spurious) { return (void)cond, (void)timed, (void)spurious, 0; }
void __tb_point(void) {}
void __tb_may_point(void) {}
void __tb_pass(void *stream) { (void)stream; }
void __tb_refused_time(long nanoseconds) { (void)nanoseconds; }
void __tb_tell_name(int what, const char *name) { (void)what, (void)name; }
void __tb_tell_text(const void *stream, const void *bytes, size_t n) { (void)stream, (void)bytes, (void)n; }
void __tb_tell(int what, long about, const void *file, unsigned long long first, unsigned long long second)
{
    (void)what, (void)about, (void)file, (void)first, (void)second;
}
int tb_fprintf(void *stream, const char *format, ...) { return (void)stream, (void)format, 0; }
void __tb_cancelled(void) {}
void __tb_keep(const void *what) { (void)what; }
void *__tb_kept(size_t n) { return calloc(n, 1); }
void __tb_gone(void *kept) { (void)kept; }
int __tb_sem_init(void *sem, unsigned value) { return *(unsigned *)sem = value, 0; }
int __tb_sem_post(void *sem) { return ++*(unsigned *)sem, 0; }
int __tb_sem_peek(void *sem) { return *(int *)sem; }
void __tb_peek_begin(void *mutex) { __tb_mutex_lock(mutex); }
void __tb_peek_end(void *mutex) { __tb_mutex_unlock(mutex); }
unsigned long long __tb_peek(const void *at, size_t size)
{
    unsigned long long value = 0;
    memcpy(&value, at, size);
    return value;
}
int __tb_await(void *sem) { return *(unsigned *)sem ? 0 : waits("await"); }
int __tb_gate(void *sem) { return __tb_await(sem); }
int __tb_files_are_read(void) { return 1; }
int __tb_streams_are_told(void) { return 1; }
void __tb_look(const void *bytes, size_t n) { (void)bytes, (void)n; }
void *tb_calloc(size_t count, size_t size) { return calloc(count, size); }
void *tb_realloc(void *block, size_t n) { return realloc(block, n); }
unsigned tb_rand_r(unsigned *seed) { return (unsigned)rand_r(seed); }
double tb_strtod(const char *s, char **end) { return strtod(s, end); }
float tb_strtof(const char *s, char **end) { return strtof(s, end); }
char *tb_strsignal(int signal) { return strsignal(signal); }
char *tb_strerror(int error) { return strerror(error); }
int tb_dprintf(int descriptor, const char *format, ...) { return (void)descriptor, (void)format, 0; }
int __tb_raise(int signal) { return signal; }
int __tb_input(long at) { return (void)at, -1; }
ssize_t __tb_print(int descriptor, const void *bytes, size_t n) { return (void)descriptor, (void)bytes, (ssize_t)n; }
static int refused(const char *what) { return printf("%s is refused\n", what), exit(1), 0; }
#define REFUSED(what) int what(void) { return refused(#what); }
REFUSED(__tb_unsupported_more_files) REFUSED(__tb_unsupported_descriptor) REFUSED(__tb_unsupported_device) REFUSED(__tb_unsupported_fcntl)
REFUSED(__tb_unsupported_directory) REFUSED(__tb_unsupported_mask) REFUSED(tb___tb_unsupported_socket)
REFUSED(tb___tb_unsupported_freopen) REFUSED(tb___tb_unsupported_seek) REFUSED(tb___tb_unsupported_file_size)
REFUSED(__tb_unsupported_status) REFUSED(tb___tb_unsupported_ioctl)
REFUSED(tb___tb_unsupported_flock) REFUSED(tb___tb_unsupported_kept_back)
 REFUSED(tb___tb_not_locked) REFUSED(tb___tb_unsupported_scanf) REFUSED(__tb_put_memory) REFUSED(__tb_flush_memory) REFUSED(__tb_close_memory)

/* One file was given by hand. */
static char given[6000];
int __tb_given(const char *name) { return strcmp(name, "given") ? -1 : 0; }
long __tb_given_length(int file) { return (void)file, sizeof given; }
void __tb_given_bytes(int file, long at, void *to, size_t n) { (void)file, memcpy(to, given + at, n); }
int __tb_given_name(int file, char *to, size_t room) { return file == 0 && snprintf(to, room, "given") > 0; }
void __tb_missing(const char *name) { (void)name; }

void tb_qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *)) { qsort(all, count, size, compare); }
int tb_strcmp(const char *a, const char *b) { return strcmp(a, b); }

struct file;
#define FORWARD(type, name, parameters, arguments) \
    type tb___tb_instead_##name parameters;         \
    type name parameters { return tb___tb_instead_##name arguments; }
FORWARD(int, __tb_fill, (OURS *stream), (stream))
FORWARD(ssize_t, __tb_put_file, (OURS *stream, const void *bytes, size_t n), (stream, bytes, n))
FORWARD(int, __tb_flush_stream, (OURS *stream), (stream))
FORWARD(int, __tb_flush_all, (void), ())
FORWARD(ssize_t, __tb_show, (int descriptor, const void *bytes, size_t n), (descriptor, bytes, n))
FORWARD(ssize_t, __tb_show_unlocked, (int descriptor, const void *bytes, size_t n), (descriptor, bytes, n))
FORWARD(int, __tb_close_stream, (OURS *stream), (stream))
FORWARD(int, __tb_is_replaced, (void), ())
FORWARD(int, __tb_input_is_replaced, (OURS *stream), (stream))
FORWARD(ssize_t, __tb_show_standard, (int descriptor, const void *bytes, size_t n), (descriptor, bytes, n))
FORWARD(void, __tb_count_open, (struct file *file, int by), (file, by))

/* Our functions, with the types of theirs. */
#define OURS(name) extern __typeof__(name) tb_##name;
#define DESCRIPTORS(X)                                                                                                  \
    X(open) X(close) X(read) X(write) X(pread) X(pwrite) X(lseek) X(ftruncate) X(truncate) X(fsync) X(dup) X(dup2) X(fcntl) X(unlink)   \
    X(remove) X(rename) X(access) X(mkdir) X(rmdir) X(pipe) X(stat) X(fstat) X(fopen) X(fdopen) X(fclose) X(fread) X(fwrite)     \
    X(fputs) X(fputc) X(fgetc) X(ungetc) X(fgets) X(getline) X(fscanf) X(fseek) X(ftell) X(rewind) X(feof) X(ferror)      \
    X(clearerr) X(fflush) X(fileno) X(setvbuf) X(tmpfile) X(socketpair) X(shutdown) X(send) X(recv) X(select) X(freopen)
DESCRIPTORS(OURS)

/* Both results of a call, and the errors if it fails. Each program says what a difference is (`differ`). */
#define BOTH(ours, theirs)                                           \
    ({                                                               \
        errno = 0;                                                   \
        long theirs_ = (long)(theirs);                               \
        int error_ = errno;                                          \
        errno = 0;                                                   \
        long ours_ = (long)(ours);                                   \
        if (ours_ != theirs_)                                        \
            differ(#theirs, ours_, theirs_);                         \
        else if (ours_ == -1 && errno != error_)                     \
            printf("%s: ", #theirs), differ("errno", errno, error_); \
        if (held)                                                    \
            differ("locks held", held, 0), held = 0;                 \
        if (verbose)                                                 \
            printf("%ld: %s: %ld\n", step, #theirs, ours_);          \
        ours_;                                                       \
    })
