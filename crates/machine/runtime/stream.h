/* What a FILE is: the standard streams (stdio.c), those into memory (memstream.c), and those of files and pipes (streams.c). */
#ifndef TB_STREAM_H
#define TB_STREAM_H

#include "tb.h"

#define BUFFER 4096

/* How far what is written is kept back: setvbuf. */
enum { WHOLE_BUFFERS, WHOLE_LINES, NOTHING_BACK };
/* As a stream of a file was opened; UNREAD: only to write, where nobody can tell what was written. */
enum { READABLE = 1, WRITABLE = 2, APPENDING = 4, UNREAD = 8 };

/* The machine knows a stream by its descriptor: 0 and above of a file, -1 of one that is closed, less of one into memory. */
typedef struct stream {
    int descriptor;
    int at_end;
    pthread_mutex_t lock;
    int failed;
    int may;
    int buffering;
    /* What ungetc has put back, and 1; or 0. */
    int returned;
    unsigned capacity;
    /* What was read and is not taken yet. */
    unsigned first, last;
    unsigned char *in;
    /* What was written and is kept back; and whether it was written last. */
    unsigned pending;
    int is_writing;
    unsigned char *out;
    struct stream *next;
} FILE;

extern FILE *stdin, *stdout, *stderr;

/* Fills the buffer of a stream of a file, with its lock: whether there is something in it then. */
int __tb_fill(FILE *stream);
/* Bytes to such a stream, and to one into memory: how many, or -1. */
ssize_t __tb_put_file(FILE *stream, const void *bytes, size_t n);
ssize_t __tb_put_memory(FILE *stream, const void *bytes, size_t n);
ssize_t __tb_print(int descriptor, const void *bytes, size_t n);
/* fflush and fclose of such. */
int __tb_flush_stream(FILE *stream);
int __tb_flush_all(void);
int __tb_close_stream(FILE *stream);
int __tb_flush_memory(FILE *stream);
int __tb_close_memory(FILE *stream);

static inline ssize_t tb_put(FILE *stream, const void *bytes, size_t n)
{
    int descriptor = stream->descriptor;
    if (descriptor == 1 || descriptor == 2)
        return __tb_print(descriptor, bytes, n);
    return descriptor < -1 ? __tb_put_memory(stream, bytes, n) : __tb_put_file(stream, bytes, n);
}

/* Whether it is one of a file, of which others may tell what happens to it. */
static inline int tb_is_buffered(FILE *stream)
{
    return stream->may != 0 && !(stream->may & UNREAD);
}

#endif
