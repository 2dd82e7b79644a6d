// Two-phase commit by messages. The coordinator decides when the first vote has come. The table has to
// show what it read then.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define MEMBERS 2

enum type { PREPARE, YES, NO, COMMIT, ABORT };

struct message {
    enum type type;
    int from;
    struct message *next;
};

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct message *head, **tail;
};

static struct mailbox coordinator_box, boxes[MEMBERS];
static int account[MEMBERS] = {50, 5};

static void init(struct mailbox *box) {
    pthread_mutex_init(&box->lock, NULL);
    pthread_cond_init(&box->filled, NULL);
    box->head = NULL;
    box->tail = &box->head;
}

static void send(struct mailbox *box, enum type type, int from) {
    struct message *message = malloc(sizeof *message);
    message->type = type;
    message->from = from;
    message->next = NULL;
    pthread_mutex_lock(&box->lock);
    *box->tail = message;
    box->tail = &message->next;
    pthread_cond_signal(&box->filled);
    pthread_mutex_unlock(&box->lock);
}

static struct message receive(struct mailbox *box) {
    pthread_mutex_lock(&box->lock);
    while (!box->head)
        pthread_cond_wait(&box->filled, &box->lock);
    struct message *first = box->head, copy = *first;
    box->head = first->next;
    if (!box->head)
        box->tail = &box->head;
    pthread_mutex_unlock(&box->lock);
    free(first);
    return copy;
}

static void *member(void *argument) {
    int id = *(int *)argument;
    bool prepared = false;
    for (;;) {
        struct message message = receive(&boxes[id]);
        if (message.type == COMMIT) {
            assert(prepared);
            account[id] -= 10;
            return NULL;
        }
        if (message.type == ABORT)
            return NULL;
        prepared = account[id] >= 10;
        send(&coordinator_box, prepared ? YES : NO, id);
    }
}

static void *coordinator(void *unused) {
    int yes = 0, votes = 0;
    for (int i = 0; i < MEMBERS; i++)
        send(&boxes[i], PREPARE, -1);
    while (votes < MEMBERS) {
        struct message message = receive(&coordinator_box);
        votes++;
        if (message.type == NO)
            break;
        yes++;
#ifndef FIX
        if (yes > MEMBERS / 2 - 1)
            break;
#endif
    }
    for (int i = 0; i < MEMBERS; i++)
        send(&boxes[i], yes == votes ? COMMIT : ABORT, -1);
    return unused;
}

int main(void) {
    pthread_t first, members[MEMBERS];
    int id[MEMBERS];
    init(&coordinator_box);
    for (int i = 0; i < MEMBERS; i++)
        init(&boxes[i]);
    pthread_create(&first, NULL, coordinator, NULL);
    for (int i = 0; i < MEMBERS; i++) {
        id[i] = i;
        pthread_create(&members[i], NULL, member, &id[i]);
    }
    pthread_join(first, NULL);
    for (int i = 0; i < MEMBERS; i++)
        pthread_join(members[i], NULL);
    return 0;
}
