// What lies between the members of a structure is not looked at; a member without a value is told.
#include <assert.h>
#include <pthread.h>

struct message {
    char kind;
    int length;
    short code;
};

static struct message box, draft;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *post(void *arg)
{
    struct message all, most;
    all.kind = most.kind = 'x';
    all.length = 3;
    all.code = most.code = 7;
    pthread_mutex_lock(&m);
    box = all;
    draft = most;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, post, NULL);
    pthread_mutex_lock(&m);
    struct message got = box, begun = draft;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(got.length != 3 || begun.code == 0);
    return 0;
}
