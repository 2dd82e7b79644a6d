//@ check: safe
//@ check --explorer states: incomplete unsupported="fail or only ask"
// Who has found that a socket is shut down learns that, and not that there is no room, where it writes. The end that is shut down ends first.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *shuts(void *unused)
{
    shutdown(ends[1], SHUT_RDWR);
    return unused;
}

int main(void)
{
    static char much[8192];
    pthread_t thread;
    char byte;
    signal(SIGPIPE, SIG_IGN);
    (void)!socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    while (send(ends[0], much, sizeof much, MSG_DONTWAIT) > 0)
        ;
    pthread_create(&thread, NULL, shuts, NULL);
    if (recv(ends[0], &byte, 1, MSG_DONTWAIT) == 0) {
        assert(send(ends[0], "x", 1, MSG_DONTWAIT) == -1 && errno == EPIPE);
        assert(recv(ends[1], much, sizeof much, MSG_DONTWAIT) == sizeof much);
    }
    pthread_join(thread, NULL);
    return 0;
}
