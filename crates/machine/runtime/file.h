/* What descriptors stand for: pipes, sockets and eventfds (pipes.c), files (regular.c), the streams that the process begins with (files.c). */
#ifndef TB_FILE_H
#define TB_FILE_H

#include "tb.h"

typedef __builtin_va_list va_list;

/* What a pipe holds: two pages, as Linux gives where many of them are open (pipe(7)), else more. */
#define CAPACITY 8192
/* What is written in one piece. */
#define PIPE_BUF 4096
#ifndef MOST_FILES
#define MOST_FILES 128
#endif
#define MOST_DESCRIPTORS 64
#define FIRST_DESCRIPTOR 3
#define LARGEST (ULLONG_MAX - 1)

enum { PIPE = 1, SOCKET, EVENT, REGULAR, STANDARD };
/* The ends of a pipe; a socket has two alike, all others the first only. */
enum { READS, WRITES };
enum {
    ENOENT = 2,
    EBADF = 9,
    EACCES = 13,
    EEXIST = 17,
    ENODEV = 19,
    ENOTDIR = 20,
    EISDIR = 21,
    ENOTTY = 25,
    EFBIG = 27,
    ESPIPE = 29,
    EPIPE = 32,
    ENAMETOOLONG = 36,
    ECONNRESET = 104,
    ENOTEMPTY = 39,
};
enum {
    WRITE_ONLY = 1,
    READ_WRITE = 2,
    ACCESS = 3,
    CREATE = 0100,
    EXCLUSIVE = 0200,
    TRUNCATE = 01000,
    APPEND = 02000,
    NONBLOCK = 04000,
    ONLY_DIRECTORY = 0200000,
    CLOSE_ON_EXEC = 02000000,
};
enum { FROM_START, FROM_HERE, FROM_END };
enum { MAY_READ = 1, MAY_WRITE = 2 };

/* What is on its way to one end (queue.c), and what its first message is. */
enum { EMPTY, HAS_BYTES, OVER };
struct message;
struct queue {
    /* Of those who read, with their lock: the first message, and how much of it was taken. Who waits for it may ask which it is without. */
    pthread_mutex_t reading;
    struct message *_Atomic first;
    struct message *front; /* the same, for those who look with the lock */
    size_t taken;
    /* Of those who write, with theirs: the last message, which is empty; how many bytes there are at most, and how many messages were
     * written since that was known. */
    pthread_mutex_t writing;
    struct message *last;
    size_t bytes;
    int unseen;
    /* For those who look without the lock: whether there may be less room than for what is written in one piece. */
    int is_nearly_full;
    /* Nothing more comes. Set with that lock. */
    _Atomic int is_over;
    /* How many wait for room. */
    _Atomic int short_of_room;
    pthread_cond_t has_room;
};

enum { CONTENT, DIRECTORY, NOTHING, ZEROS, RANDOM };
/* Names relative to where the process stands. */
#define HERE (-100)
/* How long a name may be, with the zero at its end. */
#define LONGEST 256

/* What a name stands for. Never freed. */
struct inode {
    pthread_mutex_t lock;
    int what;
    int number;
    unsigned mode;
    /* The content is that which was given by hand (--file), the how-manieth; -1 once somebody writes. */
    int given;
    int links;
    /* The last name that it was given. */
    const char *text;
    long long size, room;
    unsigned char *bytes;
    /* Who has it by flock (locks.c): how many share it, or whether one has it alone. */
    int shared, is_alone, waiting;
    pthread_cond_t changed;
};

/* The names of files: one list for ever; a name of which the file is gone has no inode. With the lock of descriptors. */
struct name {
    struct name *next;
    struct inode *inode;
    char text[];
};

/* What was opened. Never used again, so that who still waits there when the last descriptor is closed goes on waiting. */
struct file {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int kind, place;
    int waiting;
    /* Whether a thread waits for this and others in poll. */
    _Atomic int is_polled;
    /* By end: how many descriptors there are; of pipes and sockets. */
    _Atomic int open[2];
    _Atomic int nonblocking[2];
    /* Of an eventfd. */
    int is_semaphore;
    _Atomic unsigned long long count;
    /* Of pipes and sockets: what the end reads. Of sockets: for which ends nothing more may be written, a bit each; whether the other end was
     * closed with bytes in it, of which the end was not told. */
    struct queue queues[2];
    _Atomic int shut;
    _Atomic int was_reset[2];
    /* Of files. */
    struct inode *inode;
    int access;
    int appends;
    long long at;
    /* How it has its inode by flock. */
    int has;
};

extern pthread_mutex_t __tb_opening;
extern pthread_mutex_t __tb_polling;
extern pthread_cond_t __tb_polled;

/* The file, and which end of it; or 0, and EBADF. */
struct file *__tb_file_of(int descriptor, int *end);
/* The same in two steps, of which the second can be taken when the descriptor is closed or another one already. The first: 0 if it is not open. */
int __tb_entry_of(int descriptor);
struct file *__tb_file_at(int entry, int *end);
/* With the lock of descriptors. */
struct file *__tb_new_file(int kind);
int __tb_open_end(struct file *file, int end, int flags);
int __tb_close_file(int descriptor);
pthread_mutex_t *__tb_lock_of(struct file *file);
/* Of an eventfd: wakes who waits, after a change, and gives the lock back. */
void __tb_leave_file(struct file *file);
/* Wakes who waits in poll, after a change. */
void __tb_tell_pollers(struct file *file);

ssize_t __tb_read_file(int descriptor, void *to, size_t n);
ssize_t __tb_write_file(int descriptor, const void *from, size_t n);
ssize_t __tb_print_file(int descriptor, const void *from, size_t n);
ssize_t __tb_read_event(int descriptor, struct file *file, void *to, size_t n);
unsigned long long __tb_look_at_count(struct file *file);
ssize_t __tb_write_event(int descriptor, struct file *file, const void *from, size_t n);
void __tb_open_queue(struct queue *queue);
ssize_t __tb_read_queue(int descriptor, struct file *file, int end, void *to, size_t n, int waits);
ssize_t __tb_write_queue(int descriptor, struct file *file, int end, const unsigned char *from, size_t n, int waits, int signals);
/* How much can be read at once; whether anything can be. Whether there is room for so much. Who does not go on to wait otherwise,
 * and finds nothing, has only looked. */
size_t __tb_bytes_in(struct queue *queue);
int __tb_first_of(struct queue *queue, int waits);
/* Whether the first has bytes. It only looks, too. */
int __tb_has_unread(struct queue *queue);
int __tb_has_room(struct queue *queue, size_t wanted, int waits);
/* Nothing will be written any more; the first with the lock of those who write. */
void __tb_end_here(struct queue *queue);
void __tb_end_queue(struct queue *queue);
/* Those who wait for room look again. */
void __tb_wake_writers(struct queue *queue);
/* The same; and who had looked before whether somebody reads has written. */
void __tb_let_writers_look(struct queue *queue);
/* The same; and who had looked before whether somebody reads has written. */
ssize_t __tb_read_regular(struct file *file, void *to, size_t n, long long at);
ssize_t __tb_write_regular(struct file *file, const void *from, size_t n, long long at);
long long __tb_seek(struct file *file, long long by, int from);
/* Which of the streams that the process begins with; of a STANDARD. */
int __tb_number_of(const struct file *file);
/* Whether an end can be read, or written. */
int __tb_may(const struct file *file, int end, int what);
/* The lowest descriptor that is free gets what this one stands for; the flags are those of open. */
int __tb_duplicate(int descriptor, int from, int flags);
/* The regular file that a descriptor stands for; or 0, and EBADF, or this error. */
struct file *__tb_regular(int descriptor, int error);
/* A descriptor less, or more, for a file; nothing, unless somebody locks files (locks.c). */
void __tb_count_open(struct file *file, int by);
/* fcntl of locks. */
int __tb_lock_record(struct file *file, int end, int command, void *lock);

/* Why nothing has this clean name: ENOENT; or ENOTDIR, where a file is one of the directories that it goes through. */
int __tb_no_such(char *name);
/* Whether a name ends with a slash. */
int __tb_is_for_directory(const char *text);
/* These with the lock of descriptors. The inode of a name, after the flags of open; or 0, and errno. The directory is that of openat. */
struct inode *__tb_inode_named(int directory, const char *name, int flags, unsigned mode);
struct inode *__tb_new_inode(int what, unsigned mode);
int __tb_open_inode(struct inode *inode, int flags);
/* The name without parts that count for nothing; whether it is one. */
int __tb_clean(int directory, const char *name, char *to);
/* The same from the root, for such a one. */
int __tb_from_root(const char *cleaned, char *to);
struct inode *__tb_inode_of(const char *cleaned);
/* Gives an inode (or none) that name. */
struct inode *__tb_enter(const char *cleaned, struct inode *inode);
int __tb_has_inside(const char *directory);
int __tb_is_below(const char *name, const char *directory);
/* All that was given by hand has names now. */
struct name *__tb_all_names(void);
unsigned __tb_change_mask(unsigned mask);
int __tb_stand_in(const char *cleaned);
/* Somebody wants to read what nobody has given or made. */
void __tb_note_missing(int directory, const char *name);

/* These without. */
int __tb_truncate(struct inode *inode, long long size);
int __tb_open_named(int directory, const char *name, int flags, unsigned mode);
int __tb_open_unnamed(void);

/* The machine's. Memory that nobody has to free: zeros. */
void *__tb_kept(size_t n);
/* It makes no difference any more, once nobody has its address. */
void __tb_gone(void *kept);
/* Whether what is written to files can be read, or asked for in another way (src/files.rs). */
int __tb_files_are_read(void);
/* That, or how a stream that writes them fares: who has locked it, which errors it has met, what its descriptor stands for. */
int __tb_streams_are_told(void);
/* Reads bytes, as if to write them somewhere. */
void __tb_look(const void *bytes, size_t n);
/* The file of this name that was given by hand; -1 if there is none. Its length; some of its bytes. */
int __tb_given(const char *name);
long __tb_given_length(int given);
void __tb_given_bytes(int given, long at, void *to, size_t n);
int __tb_given_name(int given, char *to, size_t room); /* whether there is one */
/* Somebody wants to read a file that is not there. */
void __tb_missing(const char *name);
void __tb_unsupported_more_files(void);
void __tb_unsupported_descriptor(void);
void __tb_unsupported_status(void);
/* Whether the standard streams may stand for something else (replace.c). */
int __tb_is_replaced(void);
/* Standard input (input.c), output and error. */
ssize_t __tb_read_input(void *to, size_t n);
ssize_t __tb_print(int descriptor, const void *bytes, size_t n);
/* read and write, but for the point of cancellation (input.c, stdio.c). */
ssize_t __tb_read_any(int descriptor, void *to, size_t n);
ssize_t __tb_write_any(int descriptor, const void *from, size_t n);
void __tb_unsupported_device(void);
void __tb_unsupported_fcntl(void);
void __tb_unsupported_mask(void);
void __tb_unsupported_directory(void);
int __tb_raise(int signal);

#endif
