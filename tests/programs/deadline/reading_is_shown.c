//@ check: safe
// The time is only shown, and a seed; by way of a structure by value, a thread, a function pointer and the heap.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct entry { struct entry *next; struct timespec at; char text[8]; };
static struct entry *first;
static void (*show)(const struct entry *);

static void to_output(const struct entry *entry) {
    printf("%ld.%03ld %s\n", (long)entry->at.tv_sec, entry->at.tv_nsec / 1000000, entry->text);
}

static struct timespec now(void) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    return at;
}

static void *logs(void *arg) {
    struct entry *entry = malloc(sizeof *entry);
    entry->at = now();
    entry->next = first;
    snprintf(entry->text, sizeof entry->text, "%s", "begins");
    first = entry;
    srand((unsigned)entry->at.tv_nsec);
    for (struct entry *at = first; at != NULL; at = at->next)
        show(at);
    return (void *)entry->at.tv_sec;
}

int main(void) {
    pthread_t t;
    void *result;
    show = to_output;
    pthread_create(&t, NULL, logs, NULL);
    pthread_join(t, &result);
    printf("ended: %ld\n", (long)result);
    free(first);
    return 0;
}
