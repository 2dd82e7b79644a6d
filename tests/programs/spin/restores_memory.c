//@ check --explorer graph --stub way=0: safe
//@ check --explorer graph --stub way=1: safe
//@ check --explorer graph --stub way=2: safe
//@ check --explorer graph --stub way=3: safe
//@ check --explorer graph --stub way=4: assertion line=@odd
//@ check --explorer graph --stub way=5: assertion line=@odd
//@ check --explorer graph --stub way=6: assertion line=@odd
//@ check --explorer graph --model rc11 --stub way=0: safe
//@ check --explorer graph --model rc11 --stub way=4: assertion line=@odd
//@ check --explorer optimal --stub way=3: safe
//@ check --explorer optimal --stub way=4: assertion line=@odd
// Rounds that change memory of the thread's own, and change it back, are in vain; not so those that leave something there.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "spin.h"

extern int way(void);

static atomic_int flag;

struct message {
    int kind;
    char text[12];
};

static int take(struct message *to)
{
    for (int i = 0; i < 3; i++)
        to->text[i] = 'a' + i;
    to->kind = flag;
    return to->kind;
}

/* Gives what the rounds have left behind: 0, unless they were odd in number. */
static int wait_for_it(int *heap, struct message *message)
{
    struct message other = {0};
    switch (way()) {
    case 0:
        do {
            memset(heap, 0, 2 * sizeof *heap);
            heap[1] = 7;
        } while (!flag);
        return heap[0];
    case 1:
        do
            errno = 0;
        while (!flag && (errno = EAGAIN));
        return errno;
    case 2:
        do {
            memset(message, 0, sizeof *message);
        } while (!take(message));
        return message->text[0] != 'a';
    case 3:
        do {
            memcpy(message, &other, sizeof other);
            message->kind++;
        } while (!flag);
        return message->kind - 1;
    case 4:
        do
            heap[0] = !heap[0];
        while (!flag);
        return !heap[0];
    case 5: /* Only one of two is changed back. */
        do {
            heap[0] ^= 1;
            message->kind ^= 1;
            heap[0] ^= 1;
        } while (!flag);
        return !message->kind;
    default: /* The highest bits of two words. */
        do {
            heap[0] ^= 1 << 31;
            heap[1] ^= 1 << 31;
        } while (!flag);
        return !heap[0];
    }
}

static void *body(void *arg)
{
    int *heap = calloc(2, sizeof *heap);
    struct message message = {0};
    assert(!heap || wait_for_it(heap, &message) == 0); /*@odd*/
    free(heap);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
