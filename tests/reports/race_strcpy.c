// A status line is changed while another thread reads it.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct server {
    int id;
    char status[16];
};

static struct server server = {7, "stopped"};

static void *starter(void *arg)
{
    strcpy(server.status, "running");
    return arg;
}

static void *monitor(void *arg)
{
    if (server.status[0] == 'r')
        puts("up");
    return arg;
}

int main(void)
{
    pthread_t s, m;
    pthread_create(&s, NULL, starter, NULL);
    pthread_create(&m, NULL, monitor, NULL);
    pthread_join(s, NULL);
    pthread_join(m, NULL);
    return 0;
}
