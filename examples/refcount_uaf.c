//@ check: use-after-free|double-free
// A message is shared by two threads; the last one to let it go frees it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
    atomic_int references;
    char text[8];
};

static struct message *message_new(int references) {
    struct message *m = malloc(sizeof *m);
    atomic_init(&m->references, references);
    m->text[0] = '!';
    return m;
}

static void message_release(struct message *m) {
    atomic_fetch_sub(&m->references, 1);
    if (atomic_load(&m->references) == 0)
        free(m);
}

static void *reader(void *arg) {
    struct message *m = arg;
    assert(m->text[0] == '!');
    message_release(m);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct message *m = message_new(2);
    pthread_create(&thread, NULL, reader, m);
    assert(m->text[0] == '!');
    message_release(m);
    pthread_join(thread, NULL);
    return 0;
}
