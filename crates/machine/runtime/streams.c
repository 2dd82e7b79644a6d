/* Streams of files and pipes: fopen, fdopen. What is written to one is kept back as glibc does it: up to 4,096 bytes, until fflush, fclose or
 * fseek. Each call is one critical section of the stream; see also input.c and stdio.c. A stream that only writes does nothing in
 * a program that cannot tell what becomes of it (src/files.rs). */
#include "stream.h"
#include "file.h"

/* A stream, and its buffers. */
struct opened {
    FILE stream;
    unsigned char bytes[2 * BUFFER];
};

static pthread_mutex_t __tb_all_lock;
static FILE *__tb_all;

void *calloc(size_t count, size_t size);
void __tb_unsupported_freopen(void);
int __tb_instead___tb_fill(FILE *stream);
ssize_t __tb_instead___tb_put_file(FILE *stream, const void *bytes, size_t n);
int __tb_instead___tb_flush_stream(FILE *stream);
int __tb_instead___tb_flush_all(void);
int __tb_instead___tb_close_stream(FILE *stream);
long long lseek64(int descriptor, long long by, int from);
int __tb_become(int descriptor, int to, int flags);
void __tb_keep_replacing(void);
FILE *__tb_printed(int descriptor);

/* What a mode of fopen says; whether it says something. */
static int mode_of(const char *mode, int *flags, int *may)
{
    switch (*mode) {
    case 'r':
        *flags = 0;
        *may = READABLE;
        break;
    case 'w':
        *flags = WRITE_ONLY | CREATE | TRUNCATE;
        *may = WRITABLE;
        break;
    case 'a':
        *flags = WRITE_ONLY | CREATE | APPEND;
        *may = WRITABLE | APPENDING;
        break;
    default:
        return tb_failed(EINVAL) == 0;
    }
    while (*++mode && *mode != ',') {
        if (*mode == '+') {
            *flags = (*flags & ~ACCESS) | READ_WRITE;
            *may |= READABLE | WRITABLE;
        } else if (*mode == 'x') {
            *flags |= EXCLUSIVE;
        } else if (*mode == 'e') {
            *flags |= CLOSE_ON_EXEC;
        }
    }
    return 1;
}

static void set_up(FILE *stream, int descriptor, int may, int is_regular)
{
    stream->descriptor = descriptor;
    stream->may = may;
    stream->capacity = BUFFER;
    /* As glibc, one that only appends stands at the end. */
    if (may == (WRITABLE | APPENDING) && is_regular && tb_is_buffered(stream))
        lseek64(descriptor, 0, FROM_END);
}

/* With the lock of all. */
static void add(FILE *stream)
{
    if (!tb_is_buffered(stream))
        return;
    stream->next = __tb_all;
    __tb_all = stream;
}

static void take_out(FILE *stream)
{
    for (FILE **at = &__tb_all; *at; at = &(*at)->next)
        if (*at == stream) {
            *at = stream->next;
            break;
        }
}

/* Standard output or error, or 0. */
static int shown_by(int descriptor)
{
    int end;
    if (descriptor == 1 || descriptor == 2)
        return descriptor;
    struct file *file = __tb_file_of(descriptor, &end);
    return file && file->kind == STANDARD ? __tb_number_of(file) : 0;
}

static FILE *new_stream(int descriptor, int may, int is_regular)
{
    __tb_keep(__tb_instead___tb_fill);
    __tb_keep(__tb_instead___tb_put_file);
    __tb_keep(__tb_instead___tb_flush_stream);
    __tb_keep(__tb_instead___tb_flush_all);
    __tb_keep(__tb_instead___tb_close_stream);
    __tb_keep(__tb_put);
    struct opened *opened = calloc(1, sizeof *opened);
    if (!opened)
        return NULL;
    __tb_tell(IS_STREAM, descriptor, opened, 0, 0);
    FILE *stream = &opened->stream;
    stream->lock.data.kind = 1; /* PTHREAD_MUTEX_RECURSIVE */
    stream->in = opened->bytes;
    stream->out = opened->bytes + BUFFER;
    int is_told = !is_regular || may & READABLE || __tb_streams_are_told();
    int shown = shown_by(descriptor);
    stream->what = shown ? shown : is_told ? OF_FILE : LOG;
    set_up(stream, descriptor, may, is_regular);
    add(stream);
    return stream;
}

FILE *fopen(const char *name, const char *mode)
{
    int flags, may;
    FILE *stream = NULL;
    __tb_may_point();
    if (!mode_of(mode, &flags, &may))
        return NULL;
    __tb_mutex_lock(&__tb_all_lock);
    int descriptor = __tb_open_named(HERE, name, flags, 0666);
    if (descriptor >= 0)
        stream = new_stream(descriptor, may, 1);
    __tb_mutex_unlock(&__tb_all_lock);
    return stream;
}

FILE *fopen64(const char *name, const char *mode)
{
    return fopen(name, mode);
}

FILE *fdopen(int descriptor, const char *mode)
{
    int flags, may, end = 0, is_regular = 0;
    if (!mode_of(mode, &flags, &may))
        return NULL;
    if (descriptor != 1 && descriptor != 2) {
        struct file *file = __tb_file_of(descriptor, &end);
        if (!file)
            return NULL;
        is_regular = file->kind == REGULAR;
        int access = (__tb_may(file, end, MAY_READ) ? MAY_READ : 0) | (__tb_may(file, end, MAY_WRITE) ? MAY_WRITE : 0);
        if ((may & READABLE && !(access & MAY_READ)) || (may & WRITABLE && !(access & MAY_WRITE))) {
            errno = EINVAL;
            return NULL;
        }
        if (is_regular && may & APPENDING) {
            __tb_mutex_lock(__tb_lock_of(file));
            file->appends = 1;
            __tb_mutex_unlock(__tb_lock_of(file));
        }
    }
    __tb_mutex_lock(&__tb_all_lock);
    FILE *stream = new_stream(descriptor, may, is_regular);
    __tb_mutex_unlock(&__tb_all_lock);
    return stream;
}

FILE *tmpfile(void)
{
    __tb_may_point();
    __tb_mutex_lock(&__tb_all_lock);
    FILE *stream = new_stream(__tb_open_unnamed(), READABLE | WRITABLE, 1);
    __tb_mutex_unlock(&__tb_all_lock);
    return stream;
}

FILE *tmpfile64(void)
{
    return tmpfile();
}

static int give(FILE *stream, const unsigned char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = __tb_write_file(stream->descriptor, bytes, n);
        if (done < 0) {
            stream->failed = 1;
            return -1;
        }
        bytes += done;
        n -= (size_t)done;
    }
    return 0;
}

static int flush(FILE *stream)
{
    unsigned pending = stream->pending;
    stream->pending = 0;
    return give(stream, stream->out, pending);
}

static unsigned unread(FILE *stream)
{
    return stream->last - stream->first + (stream->returned != 0);
}

/* The descriptor stands where the stream stands; what else was read is read again. Not of pipes. */
static void go_back(FILE *stream)
{
    unsigned ahead = unread(stream);
    if (ahead > 0 && lseek64(stream->descriptor, -(long long)ahead, FROM_HERE) >= 0)
        stream->first = stream->last = (unsigned)(stream->returned = 0);
}

int __tb_instead___tb_fill(FILE *stream)
{
    if (!(stream->may & READABLE)) {
        stream->failed = 1;
        errno = EBADF;
        return 0;
    }
    if (stream->at_end || flush(stream))
        return 0;
    stream->is_writing = 0;
    size_t wanted = stream->buffering == NOTHING_BACK ? 1 : stream->capacity;
    ssize_t n = __tb_read_file(stream->descriptor, stream->in, wanted);
    stream->failed |= n < 0;
    stream->at_end |= n == 0;
    stream->first = 0;
    stream->last = n < 0 ? 0 : (unsigned)n;
    return n > 0;
}

/* What does not fit is given in whole buffers. As with glibc, there is no room yet when somebody begins to write. */
static int store(FILE *stream, const unsigned char *bytes, size_t n)
{
    size_t room = stream->is_writing ? stream->capacity - stream->pending : 0, now = n < room ? n : room;
    stream->is_writing = 1;
    __builtin_memcpy(stream->out + stream->pending, bytes, now);
    stream->pending += (unsigned)now;
    bytes += now;
    n -= now;
    if (n == 0)
        return 0;
    size_t whole = n - n % stream->capacity;
    if (flush(stream) || give(stream, bytes, whole))
        return -1;
    __builtin_memcpy(stream->out, bytes + whole, n - whole);
    stream->pending = (unsigned)(n - whole);
    return 0;
}

static int put(FILE *stream, const unsigned char *bytes, size_t n)
{
    if (n == 0)
        return 0;
    if (!(stream->may & WRITABLE)) {
        stream->failed = 1;
        errno = EBADF;
        return -1;
    }
    go_back(stream);
    if (stream->buffering == NOTHING_BACK)
        return give(stream, bytes, n);
    size_t lines = 0;
    for (size_t i = n; stream->buffering == WHOLE_LINES && i > 0 && lines == 0; i--)
        lines = bytes[i - 1] == '\n' ? i : 0;
    if (lines > 0 && (store(stream, bytes, lines) || flush(stream)))
        return -1;
    return store(stream, bytes + lines, n - lines);
}

ssize_t __tb_instead___tb_put_file(FILE *stream, const void *bytes, size_t n)
{
    return put(stream, bytes, n) ? -1 : (ssize_t)n;
}

int __tb_instead___tb_flush_stream(FILE *stream)
{
    int fails = flush(stream);
    if (unread(stream) > 0) {
        int before = errno;
        go_back(stream);
        errno = before;
    }
    return fails;
}

/* Only what was written. As in glibc, nobody opens or closes a stream meanwhile. */
int __tb_instead___tb_flush_all(void)
{
    int fails = 0;
    __tb_hold(&__tb_all_lock);
    for (FILE *stream = __tb_all; stream; stream = stream->next) {
        __tb_hold(&stream->lock);
        fails |= flush(stream);
        __tb_let_go(&stream->lock);
    }
    fails |= __tb_flush_standard() < 0;
    __tb_let_go(&__tb_all_lock);
    return fails ? -1 : 1;
}

/* To be closed and to be no longer one of all is one step. */
int __tb_instead___tb_close_stream(FILE *stream)
{
    int fails = 0, is_buffered = tb_is_buffered(stream);
    if (is_buffered) {
        __tb_hold(&stream->lock);
        fails = __tb_instead___tb_flush_stream(stream);
        __tb_let_go(&stream->lock);
    }
    __tb_mutex_lock(&__tb_all_lock);
    if (is_buffered)
        take_out(stream);
    fails |= stream->descriptor > 2 ? __tb_close_file(stream->descriptor) : 0;
    __tb_mutex_unlock(&__tb_all_lock);
    stream->what = CLOSED;
    free(stream);
    return fails;
}

/* As with glibc, what is opened gets the old descriptor, which is closed only now. */
static int open_instead(int old, const char *name, int flags)
{
    int descriptor = __tb_open_named(HERE, name, flags, 0666);
    if (old < 0)
        return descriptor;
    if (descriptor < 0) {
        int error = errno;
        __tb_close_file(old);
        errno = error;
        return -1;
    }
    if (descriptor == old)
        return old;
    __tb_become(descriptor, old, flags & CLOSE_ON_EXEC);
    __tb_close_file(descriptor);
    return old;
}

/* One critical section of the stream, which is one of all in the meantime. */
FILE *freopen(const char *name, const char *mode, FILE *stream)
{
    int flags, may;
    __tb_may_point();
    __tb_keep_replacing();
    if (!name || (!tb_is_buffered(stream) && !__tb_is_standard(stream)))
        __tb_unsupported_freopen();
    if (!mode_of(mode, &flags, &may)) {
        __tb_pass(stream);
        return NULL;
    }
    __tb_hold(&stream->lock);
    if (!tb_is_buffered(stream) && !stream->out)
        __tb_begin_replaced(stream, stream->what);
    __tb_instead___tb_flush_stream(stream);
    stream->is_kept = 0;
    stream->at_end = stream->failed = stream->returned = 0;
    stream->first = stream->last = 0;
    stream->pending = 0;
    stream->may = stream->is_writing = stream->buffering = 0;
    int descriptor = open_instead(stream->descriptor, name, flags);
    stream->descriptor = descriptor;
    if (descriptor >= 0)
        set_up(stream, descriptor, may, 1);
    __tb_let_go(&stream->lock);
    return descriptor >= 0 ? stream : NULL;
}

FILE *freopen64(const char *name, const char *mode, FILE *stream)
{
    return freopen(name, mode, stream);
}
