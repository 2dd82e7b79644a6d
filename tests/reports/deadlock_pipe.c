// A filter between two pipes comes to the end of the first one, and forgets to close the second one behind it.
#include <pthread.h>
#include <unistd.h>

static int in[2], out[2];

static void *generator(void *unused)
{
    for (int i = 1; i <= 2; i++)
        if (write(in[1], &i, sizeof i) != sizeof i)
            return NULL;
    close(in[1]);
    return unused;
}

static void *filter(void *unused)
{
    int number;
    while (read(in[0], &number, sizeof number) == sizeof number) {
        number *= 10;
        if (write(out[1], &number, sizeof number) != sizeof number)
            return NULL;
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    int number, sum = 0;
    if (pipe(in) || pipe(out))
        return 1;
    pthread_create(&threads[0], NULL, generator, NULL);
    pthread_create(&threads[1], NULL, filter, NULL);
    while (read(out[0], &number, sizeof number) == sizeof number)
        sum += number;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return sum != 30;
}
