// Two threads split lines with strtok.
#include <pthread.h>
#include <string.h>
#include <stdlib.h>

struct line { char text[16]; int words; };

static void *count(void *arg) {
    struct line *l = arg;
    for (char *w = strtok(l->text, " "); w; w = strtok(NULL, " ")) l->words++;
    return NULL;
}
int main(void) {
    static struct line lines[2] = { { "a bc d", 0 }, { "ef g", 0 } };
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, count, &lines[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return lines[0].words + lines[1].words == 5 ? 0 : 1;
}
