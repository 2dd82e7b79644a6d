// The flag is raised with too weak an order. The orders of long calls are shown, also where they are
// in the next line, or the line is too long.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct mailbox {
    atomic_int message_for_the_receiver;
    atomic_bool message_has_been_delivered;
};
static struct mailbox mailbox;

static void *sender(void *arg) {
    struct mailbox *box = arg;
    atomic_store_explicit(&box->message_for_the_receiver, 42, memory_order_relaxed);
    atomic_store_explicit(&box->message_has_been_delivered,
                          1,
                          memory_order_relaxed);
    return NULL;
}

static void *receiver(void *arg) {
    struct mailbox *box = arg;
    _Bool has_been_delivered = atomic_load_explicit(&box->message_has_been_delivered, memory_order_acquire);
    if (has_been_delivered)
        assert(atomic_load_explicit(&box->message_for_the_receiver, memory_order_relaxed) == 42);
    return NULL;
}

int main(void) {
    pthread_t s, r;
    pthread_create(&s, NULL, sender, &mailbox);
    pthread_create(&r, NULL, receiver, &mailbox);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
