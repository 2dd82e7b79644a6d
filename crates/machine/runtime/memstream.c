/* Streams into memory (open_memstream). What is written to one comes here (`__tb_instead_...`). */
#include "stream.h"

struct memory {
    FILE stream;
    char **text;
    size_t *size;
    char *written;
    size_t length, room;
};

void *calloc(size_t count, size_t size);
ssize_t __tb_instead___tb_put_memory(FILE *stream, const void *bytes, size_t n);
int __tb_instead___tb_flush_memory(FILE *stream);
int __tb_instead___tb_close_memory(FILE *stream);

/* The text ends with a zero that is not counted. */
static int make_room(struct memory *memory, size_t room)
{
    char *larger = malloc(room);
    if (!larger)
        return -1;
    __builtin_memcpy(larger, memory->written, memory->length + 1);
    free(memory->written);
    memory->written = larger;
    memory->room = room;
    return 0;
}

FILE *open_memstream(char **text, size_t *size)
{
    __tb_keep(__tb_instead___tb_put_memory);
    __tb_keep(__tb_instead___tb_flush_memory);
    __tb_keep(__tb_instead___tb_close_memory);
    __tb_keep(__tb_put);
    struct memory *memory = calloc(1, sizeof *memory);
    char *written = malloc(64);
    if (!memory || !written) {
        free(memory);
        free(written);
        return NULL;
    }
    __tb_tell(IS_STREAM, -1, memory, 0, 0);
    written[0] = 0;
    memory->text = text;
    memory->size = size;
    memory->written = written;
    memory->room = 64;
    memory->stream.lock.data.kind = 1; /* PTHREAD_MUTEX_RECURSIVE */
    memory->stream.what = IN_MEMORY;
    return &memory->stream;
}

ssize_t __tb_instead___tb_put_memory(FILE *stream, const void *bytes, size_t n)
{
    struct memory *memory = (struct memory *)stream;
    if (memory->room - memory->length <= n && make_room(memory, 2 * (memory->length + n) + 1))
        return -1;
    __builtin_memcpy(memory->written + memory->length, bytes, n);
    memory->length += n;
    memory->written[memory->length] = 0;
    return (ssize_t)n;
}

/* Only now the caller sees what was written. */
int __tb_instead___tb_flush_memory(FILE *stream)
{
    struct memory *memory = (struct memory *)stream;
    *memory->text = memory->written;
    *memory->size = memory->length;
    return 0;
}

int __tb_instead___tb_close_memory(FILE *stream)
{
    __tb_hold(&stream->lock);
    __tb_instead___tb_flush_memory(stream);
    __tb_let_go(&stream->lock);
    free(stream);
    return 0;
}
