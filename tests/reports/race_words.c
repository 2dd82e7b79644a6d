// Two threads count words with strtok, whose position is one for all threads. The accesses are the library's: the calls that led to
// them are shown, and nothing of what the first thread does after them.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char texts[2][8] = { "ab c", "x y" };
static int words[2];

#ifdef FIX
#define strtok(s, separators) strtok_r(s, separators, &rest)
#endif

static int count(char *text)
{
    char *rest;
    int n = 0;
    (void)rest;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        n++;
    return n;
}

static void *counter(void *arg)
{
    int i = arg != NULL;
    words[i] = count(texts[i]);
    printf("%d\n", words[i]);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, counter, NULL);
    pthread_create(&b, NULL, counter, words);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
