/* What is copied in one piece is shown by its elements, or as the text that it is. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char two[8], eight[16];
static unsigned char bytes[4];
static short pair[4];
static struct { char tag[4]; char *text; } record;
struct label { int number; char *text; };
static struct label label;
static double grid[3][2];
static double (*row)[2] = grid;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg)
{
    pthread_mutex_lock(&m);
    memcpy(two, "ab", 2);
    memcpy(eight, "abcdefgh", 8);
    memcpy(bytes, "\1\2\3\4", 4);
    memcpy(pair, (short[]){ -1, 2 }, 4);
    memcpy(record.tag, "tag", 4);
    record.text = strdup("v");
    label = (struct label){ 1, strdup("w") };
    row = &grid[1];
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    pthread_mutex_lock(&m);
    if (record.text) {
        int n = two[0] == 'a' && eight[0] == 'a' && bytes[0] == 1 && pair[0] == -1 && record.tag[0] == 't';
        n += record.text[0] == 'v' && label.text[0] == 'w' && row == &grid[1];
        assert(n != 2);
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    free(record.text);
    free(label.text);
    return 0;
}
