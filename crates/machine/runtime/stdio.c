/* The standard streams, and what is written to all of them. What is written to standard output and error is formatted and kept by
 * the machine (src/libs/stdio.rs), which knows a stream by the number that it begins with. */
#include "stream.h"

#define STREAM(number) {.descriptor = number, .lock = {.data = {.kind = 1 /* PTHREAD_MUTEX_RECURSIVE */}}}

static FILE __tb_stdin = STREAM(0), __tb_stdout = STREAM(1), __tb_stderr = STREAM(2);
FILE *stdin = &__tb_stdin, *stdout = &__tb_stdout, *stderr = &__tb_stderr;

int dprintf(int descriptor, const char *format, ...);
char *strerror(int error);

void perror(const char *what)
{
    int error = errno;
    if (what && *what)
        dprintf(2, "%s: %s\n", what, strerror(error));
    else
        dprintf(2, "%s\n", strerror(error));
    errno = error;
}

int fileno(FILE *stream)
{
    return stream->descriptor;
}

int ferror(FILE *stream)
{
    if (!tb_is_buffered(stream))
        return stream->descriptor == -1;
    __tb_mutex_lock(&stream->lock);
    int failed = stream->failed;
    __tb_mutex_unlock(&stream->lock);
    return failed;
}

void __tb_input_clear(FILE *stream);

void clearerr(FILE *stream)
{
    if (stream->descriptor == 0)
        __tb_input_clear(stream);
    if (!tb_is_buffered(stream))
        return;
    __tb_mutex_lock(&stream->lock);
    stream->at_end = stream->failed = 0;
    __tb_mutex_unlock(&stream->lock);
}

int fflush(FILE *stream)
{
    if (!stream)
        return __tb_flush_all();
    if (stream->descriptor < -1)
        return __tb_flush_memory(stream);
    return tb_is_buffered(stream) ? __tb_flush_stream(stream) : 0;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    if (mode < 0 || mode > 2)
        return -1;
    if (!tb_is_buffered(stream))
        return 0;
    __tb_mutex_lock(&stream->lock);
    stream->buffering = mode;
    if (buffer && size > 0 && size <= BUFFER)
        stream->capacity = (unsigned)size;
    __tb_mutex_unlock(&stream->lock);
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

/* Who prints to standard output or error does not take the lock: what one call prints stays together. */
void flockfile(FILE *stream)
{
    __tb_mutex_lock(&stream->lock);
}

int ftrylockfile(FILE *stream)
{
    return __tb_mutex_trylock(&stream->lock) != 0;
}

void funlockfile(FILE *stream)
{
    __tb_mutex_unlock(&stream->lock);
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
    return tb_put(stream, s, length(s)) < 0 ? -1 : 1;
}

int puts(const char *s)
{
    __tb_print(1, s, length(s));
    __tb_print(1, "\n", 1);
    return 1;
}

int fputc(int c, FILE *stream)
{
    char byte = (char)c;
    return tb_put(stream, &byte, 1) < 0 ? -1 : (unsigned char)c;
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
    __tb_print(1, &byte, 1);
    return (unsigned char)c;
}

int putchar_unlocked(int c)
{
    return putchar(c);
}

int putc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int fputc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int fputs_unlocked(const char *s, FILE *stream)
{
    return fputs(s, stream);
}

int fflush_unlocked(FILE *stream)
{
    return fflush(stream);
}

int ferror_unlocked(FILE *stream)
{
    return ferror(stream);
}

int fileno_unlocked(FILE *stream)
{
    return fileno(stream);
}

void clearerr_unlocked(FILE *stream)
{
    clearerr(stream);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    size_t total;
    if (__builtin_mul_overflow(size, count, &total))
        return 0;
    return size && tb_put(stream, bytes, total) >= 0 ? count : 0;
}

size_t fwrite_unlocked(const void *bytes, size_t size, size_t count, FILE *stream)
{
    return fwrite(bytes, size, count, stream);
}

/* What is written to a standard stream later goes nowhere; others are freed. */
int fclose(FILE *stream)
{
    if (stream->descriptor < -1)
        return __tb_close_memory(stream);
    if (stream->may)
        return __tb_close_stream(stream);
    stream->descriptor = -1;
    return 0;
}

ssize_t __tb_write_file(int descriptor, const void *from, size_t n);

ssize_t write(int descriptor, const void *bytes, size_t n)
{
    __tb_point();
    if (descriptor == 0)
        return tb_failed(9 /* EBADF */);
    if (descriptor != 1 && descriptor != 2)
        return __tb_write_file(descriptor, bytes, n);
    return __tb_print(descriptor, bytes, n);
}
