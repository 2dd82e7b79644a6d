// Messages are handed over by a flag that orders nothing: the reader reads all of one at once.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum kind { NONE, TEXT, NUMBER };

struct message {
    enum kind kind;
    double value;
    char text[8];
};

static struct message box;
static atomic_int full;

static void *reader(void *arg)
{
#ifdef FIX
    if (atomic_load_explicit(&full, memory_order_acquire)) {
#else
    if (atomic_load_explicit(&full, memory_order_relaxed)) {
#endif
        struct message mine = box;
        memset(&mine.text, mine.kind, 1);
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, reader, NULL);
    box = (struct message){ NUMBER, 0.25, "quarter" };
    atomic_store_explicit(&full, 1, memory_order_release);
    pthread_join(other, NULL);
}
