// A job on the stack of a function that returns before the worker has done it.
#include <pthread.h>

struct job {
    int input, output;
};

static pthread_t worker;

static void *work(void *arg)
{
    struct job *job = arg;
    job->output = job->input + 1;
    return NULL;
}

static void submit(int input)
{
    struct job job = {input, 0};
    pthread_create(&worker, NULL, work, &job);
}

int main(void)
{
    submit(41);
    pthread_join(worker, NULL);
    return 0;
}
