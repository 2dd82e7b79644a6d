//@ check: safe executions=1 note=file output="3 lines\n"
// Streams: modes, places, lines, numbers, errors.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void lines(FILE *file)
{
    char *line = NULL, text[6];
    size_t room = 0;
    int n = 0;
    rewind(file);
    while (getline(&line, &room, file) > 0)
        n++;
    free(line);
    assert(feof(file) && fgetc(file) == EOF);
    clearerr(file);
    printf("%d lines\n", n);
    assert(fseek(file, 2, SEEK_SET) == 0 && fgets(text, sizeof text, file) && strcmp(text, "e 12\n") == 0);
    assert(ftell(file) == 7 && ungetc('\n', file) == '\n' && ftell(file) == 6 && getc(file) == '\n');
    assert(fseek(file, -1, SEEK_SET) == -1 && errno == EINVAL);
    int a = 0, b = 0;
    char word[8];
    assert(fscanf(file, "%7s %x,%d", word, (unsigned *)&a, &b) == 3);
    assert(strcmp(word, "two") == 0 && a == 0x1f && b == -3);
}

int main(void)
{
    struct stat status;
    remove("/tmp/streams");
    assert(!fopen("/tmp/streams", "r") && errno == ENOENT);
    assert(!fopen("/tmp/streams", "z") && errno == EINVAL);
    FILE *file = fopen("/tmp/streams", "w+");
    assert(fprintf(file, "one %d\n%s %x,%d\n", 12, "two", 0x1f, -3) == 17);
    assert(fputs("last", file) >= 0 && fputc('\n', file) == '\n' && ftell(file) == 22);
    assert(stat("/tmp/streams", &status) == 0 && status.st_size == 0);
    assert(fflush(file) == 0 && fstat(fileno(file), &status) == 0);
    assert(status.st_size == 22 && S_ISREG(status.st_mode) && status.st_nlink == 1);
    lines(file);
    assert(fclose(file) == 0);
    assert(!fopen("/tmp/streams", "wx") && errno == EEXIST);

    file = fopen("/tmp/streams", "r");
    assert(fputc('x', file) == EOF && errno == EBADF && ferror(file));
    fclose(file);
    file = fopen("/tmp/streams", "a");
    assert(ftell(file) == 22 && fwrite("more", 2, 2, file) == 2 && fclose(file) == 0);
    assert(stat("/tmp/streams", &status) == 0 && status.st_size == 26);
    assert(truncate("/tmp/streams", 3) == 0 && rename("/tmp/streams", "/tmp/renamed") == 0);
    file = fopen("/tmp//./renamed", "r+");
    assert(fgetc(file) == 'o' && fseek(file, 0, SEEK_CUR) == 0 && fputc('N', file) == 'N');
    assert(fseek(file, -2, SEEK_END) == 0 && fgetc(file) == 'N' && fgetc(file) == 'e' && fgetc(file) == EOF);
    assert(unlink("/tmp/renamed") == 0 && unlink("/tmp/renamed") == -1 && errno == ENOENT);
    rewind(file);
    assert(fgetc(file) == 'o');
    return fclose(file);
}
