/* Reading and writing several pieces at once (readv, writev): one step, as read and write are. */
#include "file.h"

struct piece {
    unsigned char *at;
    size_t length;
};

ssize_t pread64(int descriptor, void *to, size_t n, long long at);
ssize_t pwrite64(int descriptor, const void *from, size_t n, long long at);
ssize_t __tb_read_from(int descriptor, void *to, size_t n, long long at);
ssize_t __tb_write_at(int descriptor, const void *from, size_t n, long long at);

/* All of them together; -1 if there cannot be so many. */
static ssize_t total_of(const struct piece *pieces, int count)
{
    size_t total = 0;
    if (count < 0 || count > 1024)
        return -1;
    for (int i = 0; i < count; i++)
        if (__builtin_add_overflow(total, pieces[i].length, &total) || (ssize_t)total < 0)
            return -1;
    return (ssize_t)total;
}

/* Memory that nobody has to free: the thread may be cancelled meanwhile. What the libraries keep begins with a number (src/libs/files.rs). */
#define BEFORE 16
static unsigned char *room_for(ssize_t total)
{
    unsigned long long *block = malloc(BEFORE + (total > 0 ? (size_t)total : 0));
    *block = 0x7B6570745F627974;
    return (unsigned char *)block + BEFORE;
}

/* Where the descriptor stands (at -1), or at a place. */
static ssize_t get(int descriptor, const struct piece *pieces, int count, long long at)
{
    __tb_point();
    ssize_t total = total_of(pieces, count), done, left;
    unsigned char *bytes = room_for(total);
    size_t n = total > 0 ? (size_t)total : 0;
    int before = errno;
    left = done = at < 0 ? __tb_read_any(descriptor, bytes, n) : __tb_read_from(descriptor, bytes, n, at);
    if (total < 0 && (done >= 0 || errno == EISDIR))
        done = tb_failed(EINVAL);
    /* Of nothing, a directory is not read. */
    if (total == 0 && done < 0 && errno == EISDIR) {
        errno = before;
        left = done = 0;
    }
    unsigned char *from = bytes;
    for (int i = 0; i < count && left > 0 && total > 0; i++) {
        size_t now = (size_t)left < pieces[i].length ? (size_t)left : pieces[i].length;
        __builtin_memcpy(pieces[i].at, from, now);
        from += now;
        left -= (ssize_t)now;
    }
    free(bytes - BEFORE);
    return done;
}

/* An eventfd takes each piece for itself. */
static int is_event(int descriptor, int count)
{
    int end;
    struct file *file = count > 1 ? __tb_file_of(descriptor, &end) : NULL;
    return file && file->kind == EVENT;
}

static ssize_t put_each(int descriptor, const struct piece *pieces, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t done = __tb_write_any(descriptor, pieces[i].at, pieces[i].length);
        if (done < 0)
            return total ? total : done;
        total += done;
    }
    return total;
}

static ssize_t put(int descriptor, const struct piece *pieces, int count, long long at)
{
    __tb_point();
    if (at < 0 && is_event(descriptor, count))
        return put_each(descriptor, pieces, count);
    ssize_t total = total_of(pieces, count), done;
    unsigned char *bytes = room_for(total), *to = bytes;
    size_t n = total > 0 ? (size_t)total : 0;
    for (int i = 0; i < count && total > 0; i++) {
        __builtin_memcpy(to, pieces[i].at, pieces[i].length);
        to += pieces[i].length;
    }
    done = at < 0 ? __tb_write_any(descriptor, bytes, n) : __tb_write_at(descriptor, bytes, n, at);
    if (done >= 0 && total < 0)
        done = tb_failed(EINVAL);
    free(bytes - BEFORE);
    return done;
}

ssize_t readv(int descriptor, const struct piece *pieces, int count)
{
    return get(descriptor, pieces, count, -1);
}

ssize_t writev(int descriptor, const struct piece *pieces, int count)
{
    return put(descriptor, pieces, count, -1);
}

ssize_t preadv64(int descriptor, const struct piece *pieces, int count, long long at)
{
    return at < 0 ? tb_failed(EINVAL) : get(descriptor, pieces, count, at);
}

ssize_t pwritev64(int descriptor, const struct piece *pieces, int count, long long at)
{
    return at < 0 ? tb_failed(EINVAL) : put(descriptor, pieces, count, at);
}

ssize_t preadv(int descriptor, const struct piece *pieces, int count, long at)
{
    return preadv64(descriptor, pieces, count, at);
}

ssize_t pwritev(int descriptor, const struct piece *pieces, int count, long at)
{
    return pwritev64(descriptor, pieces, count, at);
}
