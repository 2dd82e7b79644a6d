//@ check: safe output="twelve 12.5 and more\nkept"
// open_memstream: the text and its size are there after fflush and fclose.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *writes(void *none) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return none;
    for (int i = 0; i < 10; i++)
        fprintf(stream, "%d;", i);
    fclose(stream);
    assert(size == 20 && !strcmp(text, "0;1;2;3;4;5;6;7;8;9;"));
    free(text);
    return none;
}

int main(void) {
    char *text;
    size_t size;
    pthread_t thread;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return 0;
    pthread_create(&thread, NULL, writes, NULL);
    assert(fprintf(stream, "%s %.1f", "twelve", 12.5) == 11);
    assert(fflush(stream) == 0 && size == 11 && !strcmp(text, "twelve 12.5"));
    fputs(" and", stream);
    fputc(' ', stream);
    assert(fwrite("more", 2, 2, stream) == 2 && size == 11);
    assert(fclose(stream) == 0 && size == 20 && strlen(text) == 20);
    puts(text);
    free(text);
    pthread_join(thread, NULL);
    fputs("kept", stdout);
    assert(fclose(stdout) == 0);
    return 0;
}
