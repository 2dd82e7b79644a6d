// Two stages take two semaphores in opposite orders.
#include <pthread.h>
#include <semaphore.h>

static sem_t disk, net;
static int sent, written;

static void *upload(void *arg)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&disk);
        sem_wait(&net);
        sent++;
        sem_post(&net);
        sem_post(&disk);
    }
    return arg;
}

static void *download(void *arg)
{
    sem_wait(&net);
    sem_wait(&disk);
    written++;
    sem_post(&disk);
    sem_post(&net);
    return arg;
}

int main(void)
{
    pthread_t u, d;
    sem_init(&disk, 0, 1);
    sem_init(&net, 0, 1);
    pthread_create(&u, NULL, upload, NULL);
    pthread_create(&d, NULL, download, NULL);
    pthread_join(u, NULL);
    pthread_join(d, NULL);
    return 0;
}
