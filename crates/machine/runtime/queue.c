/* What is on its way to one end of a pipe or socket: messages, one for each write, in a list that ends with an empty one.
 *
 * A thread that reads waits for the first message, not for a change of the whole: that it had come before and that it came meanwhile is one
 * execution. Who writes does not touch what those who read go by, nor the other way round, so that a message and the reading of an
 * earlier one have no order. So there are two locks: of those who read, and of those who write. */
#include "file.h"

/* So many messages are written before it is looked how many of them were read. */
#define UNSEEN 8

struct message {
    struct message *next;
    size_t length;
    unsigned char *bytes;
    /* One, once its bytes have come, or the end; then it has no bytes. All who look go by this: what one of them knows is so for the others. */
    sem_t has_come;
    /* The same, for those who wait, who may take it for a moment (cancel.c). */
    sem_t is_told;
    /* One, once its bytes have come: for those to whom the end makes no difference. */
    sem_t has_bytes;
};

static struct message *new_message(void)
{
    struct message *message = __tb_kept(sizeof *message);
    __tb_sem_init(&message->has_come, 0);
    __tb_sem_init(&message->is_told, 0);
    __tb_sem_init(&message->has_bytes, 0);
    return message;
}

void __tb_open_queue(struct queue *queue)
{
    queue->first = queue->front = queue->last = new_message();
}

/* What a call that does not wait goes by, here and for room: if nothing comes of it, it orders nothing. So it only looks, and where it may go on,
 * it does as those who wait. Whether bytes have come, or the end; with what was the first message before. That was taken meanwhile only if it
 * had come: while it is empty, it is the first. */
static int has_come(struct queue *queue, struct message **first)
{
    *first = __atomic_load_n((struct message **)&queue->first, __ATOMIC_RELAXED);
    return __tb_sem_peek(&(*first)->has_come);
}

static int is_nearly_full(size_t bytes)
{
    return CAPACITY - bytes < PIPE_BUF;
}

/* With the lock of those who write: so many bytes there are at most. */
static void set_bytes(struct queue *queue, size_t bytes)
{
    if (is_nearly_full(bytes) != is_nearly_full(queue->bytes))
        __atomic_store_n(&queue->is_nearly_full, is_nearly_full(bytes), __ATOMIC_RELAXED);
    queue->bytes = bytes;
}

/* Nobody wants more than fits in where it is not nearly full. */
static int may_have_room(struct queue *queue, size_t wanted)
{
    size_t bytes = 0;
    if (!__atomic_load_n(&queue->is_nearly_full, __ATOMIC_RELAXED))
        return 1;
    __tb_peek_begin(&queue->writing);
    __tb_peek_begin(&queue->reading);
    const struct message *last = (void *)PEEK(queue->last);
    for (const struct message *message = (void *)PEEK(queue->front); message != last; message = (void *)PEEK(message->next))
        bytes += PEEK(message->length);
    bytes -= PEEK(queue->taken);
    __tb_peek_end(&queue->reading);
    __tb_peek_end(&queue->writing);
    return CAPACITY - bytes >= wanted;
}

static int state_of(struct message *message)
{
    if (!__tb_sem_peek(&message->has_come))
        return EMPTY;
    __tb_gate(&message->has_come);
    return message->bytes ? HAS_BYTES : OVER;
}

/* With the lock of those who read, if the first is full. That it is read is told before others see it. */
static size_t take(struct queue *queue, unsigned char *to, size_t n, int descriptor, const struct file *file)
{
    struct message *first = queue->first;
    size_t done = 0;
    do {
        size_t left = first->length - queue->taken, count = n - done < left ? n - done : left;
        __builtin_memcpy(to + done, first->bytes + queue->taken, count);
        done += count;
        queue->taken += count;
        if (queue->taken < first->length)
            break;
        struct message *next = first->next;
        __tb_gone(first->bytes);
        __tb_gone(first);
        first = next;
        queue->taken = 0;
    } while (done < n && state_of(first) == HAS_BYTES);
    __tb_tell(READS_BYTES, descriptor, file, done, (unsigned)file->kind);
    if (first != queue->front)
        queue->first = queue->front = first;
    return done;
}

/* Waits for bytes, or the end, if it does. Comes back with the lock of those who read, if there are bytes. */
static int look_at_first(struct queue *queue, int waits)
{
    for (;;) {
        struct message *first;
        if (waits)
            first = queue->first;
        else if (!has_come(queue, &first))
            return EMPTY;
        if (__tb_await(&first->is_told) == EINTR)
            __tb_cancelled();
        if (!first->bytes)
            return OVER;
        __tb_mutex_lock(&queue->reading);
        if (first == queue->first)
            return HAS_BYTES;
        __tb_mutex_unlock(&queue->reading);
    }
}

ssize_t __tb_read_queue(int descriptor, struct file *file, int end, void *to, size_t n, int waits)
{
    struct queue *queue = &file->queues[end];
    if (n == 0)
        return 0;
    waits = waits && !file->nonblocking[end];
    if (waits)
        __tb_tell(WAITS_TO_READ, descriptor, file, (unsigned)file->kind, 0);
    int found = look_at_first(queue, waits);
    if (found == EMPTY) {
        __tb_tell(WOULD_WAIT, descriptor, file, BYTES_TO_COME, (unsigned)file->kind);
        return tb_failed(EAGAIN);
    }
    if (found == OVER && file->kind == SOCKET && __atomic_exchange_n((int *)&file->was_reset[end], 0, __ATOMIC_SEQ_CST))
        return tb_failed(ECONNRESET);
    if (found == OVER) {
        __tb_tell(READS_END, descriptor, file, 0, 0);
        return 0;
    }
    size_t count = take(queue, to, n, descriptor, file);
    __tb_mutex_unlock(&queue->reading);
    __tb_wake_writers(queue);
    __tb_tell_pollers(file);
    return (ssize_t)count;
}

/* With the lock of those who write: how much there is in it is known again. */
static void count(struct queue *queue)
{
    size_t bytes = 0;
    __tb_mutex_lock(&queue->reading);
    for (struct message *message = queue->first; message != queue->last; message = message->next)
        bytes += message->length;
    bytes -= queue->taken;
    __tb_mutex_unlock(&queue->reading);
    set_bytes(queue, bytes);
    queue->unseen = 0;
}

/* With the lock of those who write: the room for more, if it is less than what is wanted or known. */
static size_t room(struct queue *queue, size_t wanted)
{
    if (queue->unseen == UNSEEN || CAPACITY - queue->bytes < wanted)
        count(queue);
    return CAPACITY - queue->bytes;
}

int __tb_has_room(struct queue *queue, size_t wanted, int waits)
{
    int has = 0;
    while (!has && (waits || may_have_room(queue, wanted))) {
        __tb_mutex_lock(&queue->writing);
        has = room(queue, wanted) >= wanted;
        __tb_mutex_unlock(&queue->writing);
        if (waits)
            break;
    }
    return has;
}

/* What the first message is, EMPTY, HAS_BYTES or OVER. */
int __tb_first_of(struct queue *queue, int waits)
{
    struct message *first;
    if (waits)
        return state_of(queue->first);
    return has_come(queue, &first) ? state_of(first) : EMPTY;
}

size_t __tb_bytes_in(struct queue *queue)
{
    size_t bytes = 0;
    while (bytes == 0 && __tb_first_of(queue, 0) == HAS_BYTES) {
        __tb_mutex_lock(&queue->reading);
        for (struct message *message = queue->first; state_of(message) == HAS_BYTES; message = message->next)
            bytes += message->length;
        bytes -= queue->taken;
        __tb_mutex_unlock(&queue->reading);
    }
    return bytes;
}

/* With the lock of those who write. */
static void put(struct queue *queue, const unsigned char *from, size_t n)
{
    struct message *message = queue->last;
    message->bytes = __tb_kept(n);
    __builtin_memcpy(message->bytes, from, n);
    message->length = n;
    message->next = queue->last = new_message();
    set_bytes(queue, queue->bytes + n);
    queue->unseen++;
    __tb_sem_post(&message->has_bytes);
    __tb_sem_post(&message->has_come);
    __tb_sem_post(&message->is_told);
}

int __tb_has_unread(struct queue *queue)
{
    return __tb_sem_peek(&queue->first->has_bytes) > 0;
}

/* Whether nobody will read what this end writes. */
static int is_broken(const struct file *file, int end)
{
    return !file->open[1 - end] || file->shut >> (1 - end) & 1;
}

/* With the lock of those who write. Who reads, or closes the end to read, looks whether somebody is short of room after that; so it is seen
 * here, or wakes who waits here. */
static void wait_for_room(const struct file *file, int end, struct queue *queue, size_t wanted)
{
    queue->short_of_room++;
    count(queue);
    int woken = 0;
    if (CAPACITY - queue->bytes < wanted && !is_broken(file, end)) {
        __tb_cond_enter(&queue->has_room, &queue->writing);
        __tb_mutex_unlock(&queue->writing);
        woken = __tb_cond_await(&queue->has_room, 0, 0);
        __tb_mutex_lock(&queue->writing);
    }
    queue->short_of_room--;
    if (woken == EINTR) {
        __tb_mutex_unlock(&queue->writing);
        __tb_cancelled();
    }
}

void __tb_let_writers_look(struct queue *queue)
{
    __tb_mutex_lock(&queue->writing);
    if (queue->short_of_room)
        __tb_cond_broadcast(&queue->has_room);
    __tb_mutex_unlock(&queue->writing);
}

void __tb_wake_writers(struct queue *queue)
{
    if (queue->short_of_room)
        __tb_let_writers_look(queue);
}

/* Gives the lock back, and fails. */
static ssize_t fail(struct queue *queue, int error)
{
    __tb_mutex_unlock(&queue->writing);
    errno = error;
    return -1;
}

static ssize_t broken(struct queue *queue, size_t done, int signals)
{
    fail(queue, EPIPE);
    if (signals)
        __tb_raise(13 /* SIGPIPE */);
    return done ? (ssize_t)done : -1;
}

/* Who sends nothing learns nevertheless that nobody reads from a socket. */
static ssize_t put_nothing(struct file *file, int end, int signals)
{
    struct queue *queue = &file->queues[1 - end];
    if (file->kind == PIPE)
        return 0;
    __tb_mutex_lock(&queue->writing);
    if (is_broken(file, end))
        return broken(queue, 0, signals);
    __tb_mutex_unlock(&queue->writing);
    return 0;
}

/* Takes the lock of those who write; 0 without it, if the thread would wait for room, and must not. */
static int enter(struct file *file, int end, size_t least, int waits)
{
    struct queue *queue = &file->queues[1 - end];
    for (;;) {
        if (!waits && !may_have_room(queue, least) && file->open[end] && !is_broken(file, end))
            return 0;
        __tb_mutex_lock(&queue->writing);
        if (waits || !file->open[end] || is_broken(file, end) || room(queue, least) >= least)
            return 1;
        __tb_mutex_unlock(&queue->writing);
    }
}

ssize_t __tb_write_queue(int descriptor, struct file *file, int end, const unsigned char *from, size_t n, int waits, int signals)
{
    struct queue *queue = &file->queues[1 - end];
    size_t done = 0;
    /* What fits in at once. */
    size_t least = file->kind == PIPE && n <= PIPE_BUF ? n : 1;
    if (n == 0)
        return put_nothing(file, end, signals);
    waits = waits && !file->nonblocking[end];
    if (!enter(file, end, least, waits)) {
        __tb_tell(WOULD_WAIT, descriptor, file, ROOM_FOR_MORE, (unsigned)file->kind);
        return tb_failed(EAGAIN);
    }
    if (!file->open[end])
        return fail(queue, EBADF);
    while (done < n) {
        if (is_broken(file, end)) {
            __tb_tell(NOBODY_READS, descriptor, file, (unsigned)file->kind, 0);
            return broken(queue, done, signals && (done == 0 || file->kind == PIPE));
        }
        size_t left = n - done, has = room(queue, left < CAPACITY ? left : CAPACITY);
        if (has >= least) {
            size_t count = left < has ? left : has;
            put(queue, from + done, count);
            done += count;
            __tb_tell(WRITES_BYTES, descriptor, file, count, (unsigned)file->kind);
            continue;
        }
        if (!waits)
            break;
        if (done > 0 && file->is_polled) {
            __tb_mutex_unlock(&queue->writing);
            __tb_tell_pollers(file);
            __tb_mutex_lock(&queue->writing);
        }
        __tb_tell(WAITS_TO_WRITE, descriptor, file, (unsigned)file->kind, 0);
        wait_for_room(file, end, queue, least);
    }
    __tb_mutex_unlock(&queue->writing);
    __tb_tell_pollers(file);
    return (ssize_t)done;
}

void __tb_end_here(struct queue *queue)
{
    if (queue->is_over)
        return;
    __tb_sem_post(&queue->last->has_come);
    queue->is_over = 1;
    __tb_sem_post(&queue->last->is_told);
}

void __tb_end_queue(struct queue *queue)
{
    __tb_mutex_lock(&queue->writing);
    __tb_end_here(queue);
    __tb_mutex_unlock(&queue->writing);
}
