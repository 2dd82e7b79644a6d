//@ check: safe executions=15
// Who sends an echo request says how long its text is; a request that has fewer bytes is not answered. Try: threadbare check examples/trusted_length_fixed.c
#include <pthread.h>
#include <stdlib.h>

extern void klee_make_symbolic(void *, unsigned long, const char *);

// The kind of the request, the length of the text, the text.
enum { ECHO = 1, KIND = 0, LENGTH = 1, TEXT = 2, SIZE = 8 };

struct request {
    unsigned size;
    unsigned char bytes[];
};

static void *serve(void *arg) {
    struct request *request = arg;
    unsigned char answer[256];
    unsigned length = request->bytes[LENGTH];
    if (request->bytes[KIND] != ECHO || length > request->size - TEXT)
        return NULL;
    for (unsigned i = 0; i < length; i++)
        answer[i] = request->bytes[TEXT + i];
    return length > 0 && answer[0] == '!' ? arg : NULL;
}

int main(void) {
    pthread_t thread;
    struct request *request = malloc(sizeof *request + SIZE);
    if (request == NULL)
        return 1;
    request->size = SIZE;
    klee_make_symbolic(request->bytes, SIZE, "request");
    pthread_create(&thread, NULL, serve, request);
    pthread_join(thread, NULL);
    free(request);
    return 0;
}
