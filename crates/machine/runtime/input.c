/* What reads streams. Standard input is the content of the file given with --stdin; other streams are those of streams.c. Each function is
 * one critical section, as in glibc, so that who reads what depends on the schedule. */
#include "input.h"

void *realloc(void *block, size_t size);
ssize_t __tb_read_file(int descriptor, void *to, size_t n);
ssize_t __tb_read_input(void *to, size_t n);

/* With the lock of standard input. */
static long __tb_position;

int __tb_is_input(FILE *stream)
{
    if (stream->what == 0 || tb_is_buffered(stream))
        return 1;
    errno = 9; /* EBADF */
    return 0;
}

void __tb_input_lock(FILE *stream)
{
    __tb_may_point();
    __tb_hold(&stream->lock);
}

/* Takes the lock if there is something to read. */
static int enter(FILE *stream)
{
    int is_input = __tb_is_input(stream);
    if (is_input)
        __tb_input_lock(stream);
    else
        __tb_pass(stream);
    return is_input;
}

void __tb_input_unlock(FILE *stream)
{
    __tb_let_go(&stream->lock);
}

/* With the lock: whether it reads what a descriptor stands for, by way of its buffer. */
static int is_buffered(FILE *stream)
{
    return stream->what != 0 || __tb_input_is_replaced(stream);
}

/* Natively, who reads the stream may have it all. */
int __tb_some_input_is_left(void)
{
    return __tb_position > 0 && __tb_input(__tb_position) >= 0;
}

int __tb_input_next(FILE *stream)
{
    int c = stream->returned - 1;
    stream->returned = 0;
    if (c >= 0)
        return c;
    if (is_buffered(stream))
        return stream->first < stream->last || __tb_fill(stream) ? stream->in[stream->first++] : -1;
    c = __tb_input(__tb_position);
    if (c < 0)
        stream->at_end = 1;
    else
        __tb_position++;
    return c;
}

/* One character can be put back, as C says. */
void __tb_input_return(FILE *stream, int c)
{
    if (c >= 0)
        stream->returned = c + 1;
}

int fgetc_unlocked(FILE *stream)
{
    __tb_may_point();
    return __tb_is_input(stream) ? __tb_input_next(stream) : -1;
}

int fgetc(FILE *stream)
{
    if (!enter(stream))
        return -1;
    int c = __tb_input_next(stream);
    __tb_input_unlock(stream);
    return c;
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int _IO_getc(FILE *stream)
{
    return fgetc(stream);
}

int getc_unlocked(FILE *stream)
{
    return fgetc_unlocked(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

int getchar_unlocked(void)
{
    return fgetc_unlocked(stdin);
}

int ungetc(int c, FILE *stream)
{
    if (c == -1)
        return -1;
    if (!__tb_is_input(stream)) {
        __tb_pass(stream);
        return -1;
    }
    __tb_hold(&stream->lock);
    int result = stream->returned == 0 ? (unsigned char)c : -1;
    if (result >= 0) {
        __tb_input_return(stream, result);
        stream->at_end = 0;
    }
    __tb_input_unlock(stream);
    return result;
}

int feof(FILE *stream)
{
    if (stream->what != 0 && !tb_is_buffered(stream)) {
        __tb_pass(stream);
        return 0;
    }
    __tb_hold(&stream->lock);
    int at_end = stream->at_end;
    __tb_let_go(&stream->lock);
    return at_end;
}

int feof_unlocked(FILE *stream)
{
    return stream->at_end;
}

static char *line(char *to, int room, FILE *stream)
{
    if (room < 1 || !__tb_is_input(stream))
        return NULL;
    int count = 0, c = 0;
    while (count < room - 1 && c != '\n' && (c = __tb_input_next(stream)) >= 0)
        to[count++] = (char)c;
    if (c < 0 && count == 0)
        return NULL;
    to[count] = 0;
    return to;
}

char *fgets(char *to, int room, FILE *stream)
{
    if (room == 1) {
        __tb_look(stream, sizeof stream->what);
        *to = 0;
        return to;
    }
    if (room < 1 || !enter(stream))
        return NULL;
    char *read = line(to, room, stream);
    __tb_input_unlock(stream);
    return read;
}

char *fgets_unlocked(char *to, int room, FILE *stream)
{
    __tb_may_point();
    return line(to, room, stream);
}

/* What is there at once, whether initialised or not. */
static size_t take(FILE *stream, char *to, size_t n)
{
    size_t there = !is_buffered(stream) || stream->returned ? 0 : stream->last - stream->first, now = n < there ? n : there;
    __builtin_memcpy(to, stream->in + stream->first, now);
    stream->first += (unsigned)now;
    return now;
}

static size_t items(void *to, size_t size, size_t count, FILE *stream)
{
    size_t total, done = 0;
    int c;
    if (!__tb_is_input(stream) || size == 0 || __builtin_mul_overflow(size, count, &total))
        return 0;
    while (done < total) {
        size_t now = take(stream, (char *)to + done, total - done);
        done += now;
        if (now > 0)
            continue;
        if (is_buffered(stream) && !stream->returned) {
            if (!__tb_fill(stream))
                break;
            continue;
        }
        if ((c = __tb_input_next(stream)) < 0)
            break;
        ((char *)to)[done++] = (char)c;
    }
    return done / size;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream)
{
    if (size == 0 || count == 0) {
        __tb_look(stream, sizeof stream->what);
        return 0;
    }
    if (!enter(stream))
        return 0;
    size_t done = items(to, size, count, stream);
    __tb_input_unlock(stream);
    return done;
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream)
{
    __tb_may_point();
    return items(to, size, count, stream);
}

ssize_t __tb_read_input(void *to, size_t n)
{
    size_t done = 0;
    int c;
    __tb_mutex_lock(&__tb_stdin.lock);
    while (done < n && (c = __tb_input(__tb_position)) >= 0) {
        ((char *)to)[done++] = (char)c;
        __tb_position++;
    }
    __tb_mutex_unlock(&__tb_stdin.lock);
    return (ssize_t)done;
}

ssize_t __tb_read_any(int descriptor, void *to, size_t n)
{
    if (descriptor == 0 && !__tb_is_replaced())
        return __tb_read_input(to, n);
    if ((descriptor == 1 || descriptor == 2) && !__tb_is_replaced())
        return tb_failed(9 /* EBADF */);
    return __tb_read_file(descriptor, to, n);
}

ssize_t read(int descriptor, void *to, size_t n)
{
    __tb_point();
    return __tb_read_any(descriptor, to, n);
}

ssize_t getdelim(char **line, size_t *room, int end, FILE *stream)
{
    size_t count = 0;
    int c = -2;
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    if (!enter(stream))
        return -1;
    char *text = *line;
    size_t has = text ? *room : 0;
    /* As glibc, not after an error. */
    while (!stream->failed && c != end && (c = __tb_input_next(stream)) >= 0) {
        if (count + 1 >= has) {
            size_t wanted = count + 1 < 60 ? 120 : 2 * count + 2;
            char *more = realloc(text, wanted);
            if (!more) {
                count = 0;
                break;
            }
            *line = text = more;
            *room = has = wanted;
        }
        text[count++] = (char)c;
    }
    __tb_input_unlock(stream);
    if (count == 0)
        return -1;
    text[count] = 0;
    return (ssize_t)count;
}

ssize_t getline(char **line, size_t *room, FILE *stream)
{
    return getdelim(line, room, '\n', stream);
}
