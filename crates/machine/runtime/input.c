/* Standard input: the content of the file given with --stdin. Each function is one critical section, as in glibc, so that who reads what
 * depends on the schedule. Pipes are in files.c. */
#include "input.h"

/* As in stdio.c. */
struct stream {
    int descriptor;
    int at_end;
};
typedef struct stream FILE;
extern FILE *stdin;

void *realloc(void *block, size_t size);
ssize_t __tb_read_file(int descriptor, void *to, size_t n);

static pthread_mutex_t __tb_lock;
static long __tb_position;
/* What ungetc has put back, or -1. */
static int __tb_returned = -1;

void __tb_input_lock(void)
{
    __tb_may_point();
    __tb_mutex_lock(&__tb_lock);
}

void __tb_input_unlock(void)
{
    __tb_mutex_unlock(&__tb_lock);
}

int __tb_input_next(void)
{
    int c = __tb_returned;
    if (c >= 0) {
        __tb_returned = -1;
        return c;
    }
    c = __tb_input(__tb_position);
    if (c < 0)
        stdin->at_end = 1;
    else
        __tb_position++;
    return c;
}

void __tb_input_return(int c)
{
    if (c >= 0)
        __tb_returned = c;
}

static int is_input(FILE *stream)
{
    if (stream->descriptor == 0)
        return 1;
    errno = 9; /* EBADF */
    return 0;
}

int fgetc(FILE *stream)
{
    if (!is_input(stream))
        return -1;
    __tb_input_lock();
    int c = __tb_input_next();
    __tb_input_unlock();
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
    return fgetc(stream);
}

int fgetc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}

int ungetc(int c, FILE *stream)
{
    if (c == -1 || !is_input(stream))
        return -1;
    __tb_input_lock();
    /* One character can be put back, as C says. */
    int result = __tb_returned < 0 ? (unsigned char)c : -1;
    if (result >= 0) {
        __tb_returned = result;
        stream->at_end = 0;
    }
    __tb_input_unlock();
    return result;
}

int feof(FILE *stream)
{
    return stream->at_end;
}

int feof_unlocked(FILE *stream)
{
    return stream->at_end;
}

char *fgets(char *to, int room, FILE *stream)
{
    if (room < 1 || !is_input(stream))
        return NULL;
    int count = 0, c = 0;
    __tb_input_lock();
    while (count < room - 1 && c != '\n' && (c = __tb_input_next()) >= 0)
        to[count++] = (char)c;
    __tb_input_unlock();
    if (c < 0 && count == 0)
        return NULL;
    to[count] = 0;
    return to;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream)
{
    size_t total, done = 0;
    int c;
    if (!is_input(stream) || size == 0 || __builtin_mul_overflow(size, count, &total))
        return 0;
    __tb_input_lock();
    while (done < total && (c = __tb_input_next()) >= 0)
        ((char *)to)[done++] = (char)c;
    __tb_input_unlock();
    return done / size;
}

ssize_t read(int descriptor, void *to, size_t n)
{
    size_t done = 0;
    int c;
    __tb_point();
    if (descriptor != 0)
        return descriptor == 1 || descriptor == 2 ? tb_failed(9 /* EBADF */) : __tb_read_file(descriptor, to, n);
    __tb_input_lock();
    while (done < n && (c = __tb_input_next()) >= 0)
        ((char *)to)[done++] = (char)c;
    __tb_input_unlock();
    return (ssize_t)done;
}

ssize_t getdelim(char **line, size_t *room, int end, FILE *stream)
{
    size_t count = 0;
    int c = -2;
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    if (!is_input(stream))
        return -1;
    __tb_input_lock();
    while (c != end && (c = __tb_input_next()) >= 0) {
        if (!*line || count + 1 >= *room) {
            size_t wanted = count + 1 < 60 ? 120 : 2 * count + 2;
            char *more = realloc(*line, wanted);
            if (!more) {
                count = 0;
                break;
            }
            *line = more;
            *room = wanted;
        }
        (*line)[count++] = (char)c;
    }
    __tb_input_unlock();
    if (count == 0)
        return -1;
    (*line)[count] = 0;
    return (ssize_t)count;
}

ssize_t getline(char **line, size_t *room, FILE *stream)
{
    return getdelim(line, room, '\n', stream);
}
