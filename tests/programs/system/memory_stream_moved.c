//@ check: use-after-free line=@bug
// The text moves when there is no more room for it: what fflush has told is not good any more after the next write.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return 0;
    fputs("begin", stream);
    fflush(stream);
    for (int i = 0; i < 100; i++)
        fputc('x', stream);
    putchar(text[0]); /*@bug*/
    fclose(stream);
    free(text);
    return 0;
}
