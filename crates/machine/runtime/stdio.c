/* The standard streams, and what is written to all of them. What is written to standard output and error is formatted and kept by
 * the machine (src/libs/stdio.rs), which knows a stream by the number that it begins with.
 *
 * What one call prints stays together, and nobody can tell in which order threads print: so who prints takes no lock. Where streams
 * are locked by hand, or are used without their lock, somebody can; then `__tb_instead___tb_show` is linked, and takes it. */
#include "stream.h"

#define STREAM(number) {.what = number, .lock = {.data = {.kind = 1 /* PTHREAD_MUTEX_RECURSIVE */}}}

FILE __tb_stdin = STREAM(0);
static FILE __tb_stdout = STREAM(1), __tb_stderr = {.what = 2, .lock = {.data = {.kind = 1}}, .buffering = NOTHING_BACK};
FILE *stdin = &__tb_stdin, *stdout = &__tb_stdout, *stderr = &__tb_stderr;

void __tb_not_locked(void); /* the machine's: a fault */
int fflush(FILE *stream);
int fprintf(FILE *stream, const char *format, ...);
char *strerror(int error);

void perror(const char *what)
{
    int error = errno;
    if (what && *what)
        fprintf(stderr, "%s: %s\n", what, strerror(error));
    else
        fprintf(stderr, "%s\n", strerror(error));
    errno = error;
}

char *strsignal(int signal);

void psignal(int signal, const char *what)
{
    if (what && *what)
        fprintf(stderr, "%s: %s\n", what, strsignal(signal));
    else
        fprintf(stderr, "%s\n", strsignal(signal));
}

int __tb_is_standard(const FILE *stream)
{
    return stream == &__tb_stdin || stream == &__tb_stdout || stream == &__tb_stderr;
}

int fileno(FILE *stream)
{
    if (stream->what < 0)
        return tb_failed(9 /* EBADF */);
    return __tb_is_standard(stream) ? stream->what : stream->descriptor;
}

/* Of the standard streams there is nothing to ask or set, unless they may stand for something else. */
static int is_shown(const FILE *stream)
{
    return !tb_is_buffered(stream) && !(__tb_is_standard(stream) && __tb_is_replaced());
}

int ferror(FILE *stream)
{
    if (is_shown(stream)) {
        __tb_pass(stream);
        return stream->what == CLOSED;
    }
    __tb_hold(&stream->lock);
    int failed = stream->failed;
    __tb_let_go(&stream->lock);
    return failed;
}

void clearerr_unlocked(FILE *stream)
{
    stream->at_end = stream->failed = 0;
}

void clearerr(FILE *stream)
{
    if (stream->what != 0 && is_shown(stream)) {
        __tb_pass(stream);
        return;
    }
    __tb_hold(&stream->lock);
    clearerr_unlocked(stream);
    __tb_let_go(&stream->lock);
}

int fflush_unlocked(FILE *stream)
{
    if (!stream)
        return fflush(NULL);
    if (stream->what == IN_MEMORY)
        return __tb_flush_memory(stream);
    if (stream->what == 1 || stream->what == 2)
        return __tb_show_unlocked(stream->what, NULL, 0) < 0 ? -1 : 0;
    return tb_is_buffered(stream) ? __tb_flush_stream(stream) : 0;
}

/* Who waits for input that comes of something else has its lock; else nobody has it for long. */
static void pass_input(void)
{
    if (!__tb_is_replaced()) {
        __tb_pass(&__tb_stdin);
        return;
    }
    __tb_hold(&__tb_stdin.lock);
    __tb_let_go(&__tb_stdin.lock);
}

int __tb_flush_standard(void)
{
    int fails = __tb_show(2, NULL, 0) < 0;
    fails |= __tb_show(1, NULL, 0) < 0;
    pass_input();
    return fails ? -1 : 1;
}

static int flush_all(void)
{
    int done = __tb_flush_all();
    return (done ? done : __tb_flush_standard()) < 0 ? -1 : 0;
}

int fflush(FILE *stream)
{
    __tb_may_point();
    if (!stream)
        return flush_all();
    if (stream->what == 1 || stream->what == 2)
        return __tb_show(stream->what, NULL, 0) < 0 ? -1 : 0;
    if (stream->what == 0) {
        pass_input();
        return 0;
    }
    if (stream->what != IN_MEMORY && !tb_is_buffered(stream)) {
        __tb_pass(stream);
        return 0;
    }
    __tb_hold(&stream->lock);
    int fails = fflush_unlocked(stream);
    __tb_let_go(&stream->lock);
    return fails;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    int is_wrong = mode < 0 || mode > 2;
    if (is_wrong || is_shown(stream)) {
        __tb_pass(stream);
        return is_wrong ? -1 : 0;
    }
    __tb_hold(&stream->lock);
    stream->buffering = mode;
    if (buffer && size > 0 && size <= BUFFER)
        stream->capacity = (unsigned)size;
    __tb_let_go(&stream->lock);
    return 0;
}

void setbuf(FILE *stream, char *buffer)
{
    setvbuf(stream, NULL, buffer ? 0 : 2, 0);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, NULL, 1, 0);
}

FILE *__tb_printed(int descriptor)
{
    return descriptor == 1 ? &__tb_stdout : &__tb_stderr;
}

/* That somebody writes is written there, so that who writes without the lock is found. */
ssize_t __tb_instead___tb_show_unlocked(int descriptor, const void *bytes, size_t n)
{
    FILE *stream = __tb_printed(descriptor);
    if (!__tb_is_replaced())
        stream->is_writing = 1;
    return __tb_show_standard(descriptor, bytes, n);
}

ssize_t __tb_instead___tb_show(int descriptor, const void *bytes, size_t n)
{
    FILE *stream = __tb_printed(descriptor);
    __tb_hold(&stream->lock);
    ssize_t done = __tb_instead___tb_show_unlocked(descriptor, bytes, n);
    __tb_let_go(&stream->lock);
    return done;
}

void __tb_instead___tb_pass(FILE *stream)
{
    __tb_hold(&stream->lock);
    __tb_let_go(&stream->lock);
}

static void tells_locks(void)
{
    __tb_keep(__tb_instead___tb_pass);
    __tb_keep(__tb_instead___tb_show);
    __tb_keep(__tb_instead___tb_show_unlocked);
}

/* The lock is taken as long as the function works, unless the caller has it. */
ssize_t __tb_put(FILE *stream, const void *bytes, size_t n, int locks)
{
    int what = stream->what;
    if (what == 1 || what == 2)
        return locks ? __tb_show(what, bytes, n) : __tb_show_unlocked(what, bytes, n);
    if (what != IN_MEMORY)
        __tb_may_point();
    if (what == LOG) {
        __tb_look(bytes, n);
        __tb_tell_text(stream, bytes, n);
        return (ssize_t)n;
    }
    if (locks)
        __tb_hold(&stream->lock);
    __tb_tell_text(stream, bytes, n);
    ssize_t done = what == IN_MEMORY ? __tb_put_memory(stream, bytes, n) : __tb_put_file(stream, bytes, n);
    if (locks)
        __tb_let_go(&stream->lock);
    return done;
}

void flockfile(FILE *stream)
{
    tells_locks();
    __tb_mutex_lock(&stream->lock);
}

int ftrylockfile(FILE *stream)
{
    tells_locks();
    return __tb_mutex_trylock(&stream->lock) != 0;
}

void funlockfile(FILE *stream)
{
    if (__tb_mutex_unlock(&stream->lock))
        __tb_not_locked();
}

/* puts and its kin read their string as the program would; only the bytes go to the machine. */
static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

int fputs(const char *s, FILE *stream)
{
    return __tb_put(stream, s, length(s), 1) < 0 ? -1 : 1;
}

int puts(const char *s)
{
    __tb_show(1, s, length(s));
    __tb_show(1, "\n", 1);
    return 1;
}

int fputc(int c, FILE *stream)
{
    char byte = (char)c;
    return __tb_put(stream, &byte, 1, 1) < 0 ? -1 : (unsigned char)c;
}

int putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int _IO_putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putchar(int c)
{
    char byte = (char)c;
    __tb_show(1, &byte, 1);
    return (unsigned char)c;
}

int putchar_unlocked(int c)
{
    char byte = (char)c;
    tells_locks();
    __tb_show_unlocked(1, &byte, 1);
    return (unsigned char)c;
}

int fputc_unlocked(int c, FILE *stream)
{
    char byte = (char)c;
    tells_locks();
    return __tb_put(stream, &byte, 1, 0) < 0 ? -1 : (unsigned char)c;
}

int putc_unlocked(int c, FILE *stream)
{
    return fputc_unlocked(c, stream);
}

int fputs_unlocked(const char *s, FILE *stream)
{
    tells_locks();
    return __tb_put(stream, s, length(s), 0) < 0 ? -1 : 1;
}

int ferror_unlocked(FILE *stream)
{
    return is_shown(stream) ? stream->what == CLOSED : stream->failed;
}

int fileno_unlocked(FILE *stream)
{
    return fileno(stream);
}

/* Who writes nothing takes no lock, as in glibc; but the stream has to be there. */
static size_t put_members(const void *bytes, size_t size, size_t count, FILE *stream, int locks)
{
    size_t total;
    if (__builtin_mul_overflow(size, count, &total))
        return 0;
    if (total == 0) {
        __tb_look(stream, sizeof stream->what);
        return 0;
    }
    return __tb_put(stream, bytes, total, locks) >= 0 ? count : 0;
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    return put_members(bytes, size, count, stream, 1);
}

size_t fwrite_unlocked(const void *bytes, size_t size, size_t count, FILE *stream)
{
    tells_locks();
    return put_members(bytes, size, count, stream, 0);
}

/* What is written to a standard stream later goes nowhere; others are freed. */
int fclose(FILE *stream)
{
    __tb_may_point();
    if (stream->what == IN_MEMORY)
        return __tb_close_memory(stream);
    if (stream->what != CLOSED && !__tb_is_standard(stream))
        return __tb_close_stream(stream);
    if (stream->what == 1 || stream->what == 2)
        __tb_show(stream->what, NULL, 0);
    else
        __tb_pass(stream);
    stream->what = CLOSED;
    return 0;
}

ssize_t __tb_write_file(int descriptor, const void *from, size_t n);

ssize_t __tb_write_any(int descriptor, const void *bytes, size_t n)
{
    if (__tb_is_replaced())
        return __tb_write_file(descriptor, bytes, n);
    if (descriptor == 0)
        return tb_failed(9 /* EBADF */);
    if (descriptor != 1 && descriptor != 2)
        return __tb_write_file(descriptor, bytes, n);
    return __tb_print(descriptor, bytes, n);
}

ssize_t write(int descriptor, const void *bytes, size_t n)
{
    __tb_point();
    return __tb_write_any(descriptor, bytes, n);
}
