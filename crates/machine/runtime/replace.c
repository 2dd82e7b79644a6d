/* Standard streams that stand for something else: dup2 onto 0, 1 or 2, and freopen. Who calls these pays for it: whoever prints takes the lock of
 * the stream then, and looks where it goes. Such a stream keeps back what is printed as one of a file does. */
#include "stream.h"
#include "file.h"

int __tb_become(int descriptor, int to, int flags);
int __tb_instead___tb_is_replaced(void);
ssize_t __tb_instead___tb_show(int descriptor, const void *bytes, size_t n);
ssize_t __tb_instead___tb_show_unlocked(int descriptor, const void *bytes, size_t n);
ssize_t __tb_instead___tb_show_standard(int descriptor, const void *bytes, size_t n);
int __tb_instead___tb_input_is_replaced(FILE *stream);
int __tb_instead___tb_fill(FILE *stream);
ssize_t __tb_instead___tb_put_file(FILE *stream, const void *bytes, size_t n);
int __tb_instead___tb_flush_stream(FILE *stream);
FILE *__tb_printed(int descriptor);
int __tb_some_input_is_left(void);
void __tb_unsupported_kept_back(void);

void __tb_keep_replacing(void)
{
    __tb_keep(__tb_instead___tb_is_replaced);
    __tb_keep(__tb_instead___tb_show);
    __tb_keep(__tb_instead___tb_show_unlocked);
    __tb_keep(__tb_instead___tb_show_standard);
    __tb_keep(__tb_instead___tb_input_is_replaced);
    __tb_keep(__tb_instead___tb_fill);
    __tb_keep(__tb_instead___tb_put_file);
    __tb_keep(__tb_instead___tb_flush_stream);
    __tb_keep(__tb_put);
    __tb_keep(__tb_print_file);
}

int dup3(int descriptor, int to, int flags)
{
    __tb_keep_replacing();
    if (descriptor == to || flags & ~CLOSE_ON_EXEC)
        return tb_failed(EINVAL);
    return __tb_become(descriptor, to, flags);
}

int dup2(int descriptor, int to)
{
    int end;
    __tb_keep_replacing();
    if (descriptor == to)
        return __tb_file_of(descriptor, &end) ? to : -1;
    return __tb_become(descriptor, to, 0);
}

int __tb_instead___tb_is_replaced(void)
{
    return 1;
}

static int is_standard(int descriptor)
{
    int end, before = errno;
    struct file *file = __tb_file_of(descriptor, &end);
    errno = before;
    return file && file->kind == STANDARD;
}

/* With the lock: from now on it is a stream like those of files. */
void __tb_begin_replaced(FILE *stream, int descriptor)
{
    stream->out = (stream->in = __tb_kept(2 * BUFFER)) + BUFFER;
    stream->descriptor = descriptor;
    stream->capacity = BUFFER;
    stream->is_writing = 0;
    stream->may = descriptor == 0 ? READABLE : WRITABLE;
}

/* What was printed goes out at once as long as it is shown; natively some of it may be kept back, and go to what comes in its place. */
ssize_t __tb_instead___tb_show_standard(int descriptor, const void *bytes, size_t n)
{
    FILE *stream = __tb_printed(descriptor);
    int goes_out = is_standard(descriptor), fails = 0;
    if (!goes_out && stream->is_kept)
        __tb_unsupported_kept_back();
    if (goes_out)
        stream->is_kept = bytes && stream->buffering != NOTHING_BACK;
    if (!stream->out && goes_out)
        return __tb_print(descriptor, bytes, n);
    if (!stream->out)
        __tb_begin_replaced(stream, descriptor);
    if (bytes)
        fails = __tb_instead___tb_put_file(stream, bytes, n) < 0;
    if (!bytes || goes_out)
        fails |= __tb_instead___tb_flush_stream(stream);
    return fails ? -1 : (ssize_t)n;
}

/* With the lock of standard input. */
int __tb_instead___tb_input_is_replaced(FILE *stream)
{
    if (stream->in && stream->first < stream->last)
        return 1;
    if (is_standard(0))
        return 0;
    if (!stream->in) {
        if (__tb_some_input_is_left())
            __tb_unsupported_kept_back();
        __tb_begin_replaced(stream, 0);
    }
    return 1;
}
