// The last owner frees the account while another thread is about to lock it.
#include <pthread.h>
#include <stdlib.h>

struct account {
    long balance;
    pthread_mutex_t lock;
};

static struct account *account;

static void *deposit(void *arg)
{
    pthread_mutex_lock(&account->lock);
    account->balance += 5;
    pthread_mutex_unlock(&account->lock);
    return arg;
}

int main(void)
{
    pthread_t d;
    account = calloc(1, sizeof *account);
    pthread_mutex_init(&account->lock, NULL);
    pthread_create(&d, NULL, deposit, NULL);
    free(account);
    pthread_join(d, NULL);
    return 0;
}
