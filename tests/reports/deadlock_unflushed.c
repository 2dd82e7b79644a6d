// A server answers through a stream and forgets to flush it: the client waits for the answer, the server for the next request.
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *serve(void *arg)
{
    char request[4];
    FILE *out = fdopen(ends[1], "w");
    while (read(ends[1], request, sizeof request) > 0)
        fprintf(out, "OK %c\n", request[0]);
    fclose(out);
    return arg;
}

int main(void)
{
    pthread_t server;
    char answer[8];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&server, NULL, serve, NULL);
    (void)!write(ends[0], "get", 3);
    (void)!read(ends[0], answer, sizeof answer);
    shutdown(ends[0], SHUT_WR);
    pthread_join(server, NULL);
    return 0;
}
