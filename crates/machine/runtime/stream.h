/* What a FILE is: the standard streams (stdio.c), those into memory (memstream.c), and those of files and pipes (streams.c). */
#ifndef TB_STREAM_H
#define TB_STREAM_H

#include "tb.h"

#define BUFFER 4096

/* How far what is written is kept back: setvbuf. */
enum { WHOLE_BUFFERS, WHOLE_LINES, NOTHING_BACK };
/* As a stream of a file was opened. */
enum { READABLE = 1, WRITABLE = 2, APPENDING = 4 };

/* What a stream is, for all its life; it is read without its lock. Up to 2: a standard stream (that of the descriptor). LOG: one of a
 * file, only to write, where nobody can tell what becomes of it (src/files.rs). */
enum { CLOSED = -1, IN_MEMORY = -2, OF_FILE = 3, LOG = 4 };

/* The machine knows a stream by what it begins with. */
typedef struct stream {
    int what;
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
    /* Of one of a file: its descriptor, or -1. */
    int descriptor;
    /* Of a standard one: whether something was printed and not flushed (replace.c). */
    int is_kept;
} FILE;

extern FILE *stdin, *stdout, *stderr;
extern FILE __tb_stdin;

/* Takes the lock of a stream (or of all) while a function works on it, and gives back the one taken last. A thread that is cancelled there
 * gives them back, too, as in glibc (cancel.c). */
int __tb_hold(pthread_mutex_t *lock);
int __tb_let_go(pthread_mutex_t *lock);
/* Waits for the lock of a stream with which there is nothing to do: like glibc, where somebody may hold it by hand (stdio.c). */
void __tb_pass(FILE *stream);

/* Bytes to a stream, whatever it is: how many, or -1. */
ssize_t __tb_put(FILE *stream, const void *bytes, size_t n, int locks);
/* To standard output or error. The first takes the lock in programs that can tell (stdio.c); in others, both are __tb_print. */
ssize_t __tb_show(int descriptor, const void *bytes, size_t n);
ssize_t __tb_show_unlocked(int descriptor, const void *bytes, size_t n);
ssize_t __tb_print(int descriptor, const void *bytes, size_t n);
/* Whether the standard streams may stand for something else (replace.c), and whether standard input does; with its lock. Then the third
 * prints there. */
int __tb_is_replaced(void);
int __tb_input_is_replaced(FILE *stream);
ssize_t __tb_show_standard(int descriptor, const void *bytes, size_t n);
void __tb_begin_replaced(FILE *stream, int descriptor);
int __tb_is_standard(const FILE *stream);

/* These are called with the lock. Fills the buffer of a stream of a file: whether there is something in it then. */
int __tb_fill(FILE *stream);
/* Bytes to such a stream, and to one into memory. */
ssize_t __tb_put_file(FILE *stream, const void *bytes, size_t n);
ssize_t __tb_put_memory(FILE *stream, const void *bytes, size_t n);
/* fflush of such. */
int __tb_flush_stream(FILE *stream);
int __tb_flush_memory(FILE *stream);
/* These without. All of files: 0 where there are none; else the standard ones as well, and whether that fails (-1) or not (1). */
int __tb_flush_all(void);
int __tb_flush_standard(void);
int __tb_close_stream(FILE *stream);
int __tb_close_memory(FILE *stream);

/* The machine's. Reads bytes, as if to write them somewhere. */
void __tb_look(const void *bytes, size_t n);

/* Whether it is one of a file, of which others may tell what happens to it. */
static inline int tb_is_buffered(const FILE *stream)
{
    return stream->what == OF_FILE;
}

#endif
