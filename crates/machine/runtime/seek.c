/* Where streams of files stand: fseek, ftell and their kin. */
#include "stream.h"
#include "file.h"

void __tb_unsupported_seek(void);
long long lseek64(int descriptor, long long by, int from);

static long long ahead(FILE *stream)
{
    return (long long)(stream->last - stream->first) + (stream->returned != 0);
}

/* Takes the lock of a stream that has a place. */
static void enter(FILE *stream)
{
    __tb_may_point();
    if (stream->what == IN_MEMORY)
        __tb_unsupported_seek();
    __tb_hold(&stream->lock);
    if (stream->what < OF_FILE && !stream->out)
        __tb_unsupported_descriptor();
}

static int seek(FILE *stream, long long by, int from)
{
    if (__tb_flush_stream(stream))
        return -1;
    stream->is_writing = 0;
    if (from == FROM_HERE)
        by -= ahead(stream);
    if (lseek64(stream->descriptor, by, from) < 0)
        return -1;
    stream->first = stream->last = 0;
    stream->returned = 0;
    stream->at_end = 0;
    return 0;
}

int fseeko64(FILE *stream, long long by, int from)
{
    enter(stream);
    int fails = seek(stream, by, from);
    __tb_let_go(&stream->lock);
    return fails;
}

int fseek(FILE *stream, long by, int from)
{
    return fseeko64(stream, by, from);
}

int fseeko(FILE *stream, long by, int from)
{
    return fseeko64(stream, by, from);
}

void rewind(FILE *stream)
{
    enter(stream);
    seek(stream, 0, FROM_START);
    stream->failed = 0;
    __tb_let_go(&stream->lock);
}

/* What is kept back of a stream that appends goes to the end. */
long long ftello64(FILE *stream)
{
    enter(stream);
    int to_end = stream->pending > 0 && stream->may & APPENDING;
    long long at = lseek64(stream->descriptor, 0, to_end ? FROM_END : FROM_HERE);
    if (at >= 0)
        at += (long long)stream->pending - ahead(stream);
    __tb_let_go(&stream->lock);
    return at;
}

long ftell(FILE *stream)
{
    return (long)ftello64(stream);
}

long ftello(FILE *stream)
{
    return (long)ftello64(stream);
}

int fgetpos(FILE *stream, long *place)
{
    *place = ftell(stream);
    return *place < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const long *place)
{
    return fseek(stream, *place, FROM_START);
}

int fgetpos64(FILE *stream, long long *place)
{
    *place = ftello64(stream);
    return *place < 0 ? -1 : 0;
}

int fsetpos64(FILE *stream, const long long *place)
{
    return fseeko64(stream, *place, FROM_START);
}
