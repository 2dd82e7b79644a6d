//@ check: data-race message="data race on `memory+56.requests`"
//@ cflags: -Wno-cast-align
// A slab of bytes on the heap: what lies in it is called by what it is taken for, header or object.
#include <pthread.h>
#include <stdlib.h>

struct header {
    struct header *next;
    unsigned magic;
};

struct conn {
    int fd;
    int requests;
    char peer[16];
};

static char *memory;
static struct header *free_list;

static void init(int count)
{
    size_t each = sizeof(struct header) + sizeof(struct conn);
    memory = malloc(count * each);
    for (int i = 0; i < count; i++) {
        struct header *header = (struct header *)(memory + i * each);
        header->magic = 7;
        header->next = free_list;
        free_list = header;
    }
}

static struct conn *get(void)
{
    struct header *header = free_list;
    free_list = header->next;
    return (struct conn *)(header + 1);
}

static void *handles(void *arg)
{
    struct conn *conn = arg;
    conn->requests++;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    init(2);
    struct conn *conn = get();
    conn->fd = 3;
    conn->requests = 0;
    pthread_create(&thread, NULL, handles, conn);
    conn->requests++;
    pthread_join(thread, NULL);
    free(memory);
    return 0;
}
