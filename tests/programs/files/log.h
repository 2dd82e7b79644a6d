#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *out;

static void *worker(void *name)
{
    for (int i = 0; i < 2; i++)
        assert(fprintf(out, "%s %d\n", (char *)name, i) == 4);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    char *names[] = {"a", "b", "c"};
#ifdef CONFIGURED
    FILE *limits = fopen("limits", "r");
    int limit;
    assert(limits && fscanf(limits, "%d", &limit) == 1 && limit == 17);
    fclose(limits);
#endif
    out = fopen("/tmp/log", "w");
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, names[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(fclose(out) == 0);
#ifdef READ
    FILE *in = fopen("/tmp/log", "r");
    char line[8];
    int next[3] = {0}, lines = 0;
    for (; fgets(line, sizeof line, in); lines++) {
        assert(strlen(line) == 4 && line[3] == '\n');
        assert(line[2] - '0' == next[line[0] - 'a']++);
    }
    assert(lines == 6 && feof(in) && !ferror(in));
    fclose(in);
#endif
    return 0;
}
