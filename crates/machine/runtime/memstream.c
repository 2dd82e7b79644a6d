/* Streams into memory (open_memstream). Their descriptors are below -1; what is written to one comes here (`__tb_instead_...`). */
#include "tb.h"

#define MANY 16
#define FIRST -2

/* As in stdio.c. */
typedef struct {
    int descriptor;
    int reserved;
    pthread_mutex_t lock;
} FILE;

struct memory {
    FILE stream;
    char **text;
    size_t *size;
    char *written;
    size_t length, room;
};

static pthread_mutex_t __tb_memory_lock;
static struct memory *__tb_memory[MANY];

void __tb_unsupported_memory_streams(void);
ssize_t __tb_print(int descriptor, const void *bytes, size_t n);
ssize_t __tb_instead___tb_write(int descriptor, const void *bytes, size_t n);
void __tb_instead___tb_flush(FILE *stream);
void __tb_instead___tb_close(FILE *stream);

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
    __tb_keep(__tb_instead___tb_write);
    __tb_keep(__tb_instead___tb_flush);
    __tb_keep(__tb_instead___tb_close);
    struct memory *memory = malloc(sizeof *memory);
    char *written = malloc(64);
    if (!memory || !written) {
        free(memory);
        free(written);
        return NULL;
    }
    written[0] = 0;
    *memory = (struct memory){.text = text, .size = size, .written = written, .room = 64};
    memory->stream.lock.data.kind = 1; /* PTHREAD_MUTEX_RECURSIVE */
    __tb_mutex_lock(&__tb_memory_lock);
    int at = 0;
    while (at < MANY && __tb_memory[at])
        at++;
    if (at == MANY)
        __tb_unsupported_memory_streams();
    __tb_memory[at] = memory;
    __tb_mutex_unlock(&__tb_memory_lock);
    memory->stream.descriptor = FIRST - at;
    return &memory->stream;
}

ssize_t __tb_instead___tb_write(int descriptor, const void *bytes, size_t n)
{
    if (descriptor > FIRST || descriptor <= FIRST - MANY)
        return __tb_print(descriptor, bytes, n);
    struct memory *memory = __tb_memory[FIRST - descriptor];
    if (memory->room - memory->length <= n && make_room(memory, 2 * (memory->length + n) + 1))
        return -1;
    __builtin_memcpy(memory->written + memory->length, bytes, n);
    memory->length += n;
    memory->written[memory->length] = 0;
    return (ssize_t)n;
}

/* Only now the caller sees what was written. */
void __tb_instead___tb_flush(FILE *stream)
{
    struct memory *memory = (struct memory *)stream;
    *memory->text = memory->written;
    *memory->size = memory->length;
}

void __tb_instead___tb_close(FILE *stream)
{
    __tb_instead___tb_flush(stream);
    __tb_mutex_lock(&__tb_memory_lock);
    __tb_memory[FIRST - stream->descriptor] = NULL;
    __tb_mutex_unlock(&__tb_memory_lock);
    free(stream);
}
