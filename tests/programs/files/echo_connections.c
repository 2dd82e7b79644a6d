//@ check: safe executions=1
//@ check --explorer optimal: safe
// Three clients of a server with a thread for each connection. Whether a thread has to wait makes no difference.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 3 };

static void *serve(void *arg)
{
    int descriptor = *(int *)arg;
    char bytes[8];
    ssize_t n;
    while ((n = recv(descriptor, bytes, sizeof bytes, 0)) > 0)
        send(descriptor, bytes, (size_t)n, MSG_NOSIGNAL);
    close(descriptor);
    return NULL;
}

int main(void)
{
    int ends[CLIENTS][2];
    pthread_t threads[CLIENTS];
    char bytes[8];
    for (int i = 0; i < CLIENTS; i++) {
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]);
        pthread_create(&threads[i], NULL, serve, &ends[i][0]);
    }
    for (int i = 0; i < CLIENTS; i++)
        write(ends[i][1], "abc", 3);
    for (int i = 0; i < CLIENTS; i++)
        assert(read(ends[i][1], bytes, sizeof bytes) == 3 && bytes[2] == 'c');
    for (int i = 0; i < CLIENTS; i++)
        close(ends[i][1]);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
