//@ check: safe output="before\nafter\n"
// Standard streams that stand for files for a while, and what is kept back of them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *prints(void *arg) { printf("thread\n"); return arg; }

int main(void)
{
    struct stat s;
    printf("before\n");
    fflush(stdout);
    int saved = dup(1);
    assert(saved == 3 && fstat(saved, &s) == 0 && S_ISFIFO(s.st_mode));
    assert(!isatty(1) && errno == ENOTTY && !isatty(77) && errno == EBADF);
    int log = open("log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(dup2(log, 1) == 1);
    printf("in the file ");
    assert(fstat(log, &s) == 0 && s.st_size == 0); /* kept back */
    fflush(stdout);
    assert(fstat(log, &s) == 0 && s.st_size == 12);
    write(1, "written\n", 8);
    dprintf(1, "%d\n", 17);
    pthread_t t;
    pthread_create(&t, NULL, prints, NULL);
    pthread_join(t, NULL);
    fflush(NULL);
    char text[100] = "";
    assert(pread(log, text, 99, 0) == 30);
    assert(!strcmp(text, "in the file written\n17\nthread\n"));
    assert(dup2(saved, 1) == 1 && close(saved) == 0 && close(log) == 0);
    printf("after\n");
    fflush(stdout);
    assert(freopen("errors", "w", stderr) == stderr && fileno(stderr) == 2);
    fprintf(stderr, "oops\n");
    assert(stat("errors", &s) == 0 && s.st_size == 0);
    fflush(stderr);
    assert(stat("errors", &s) == 0 && s.st_size == 5);
    assert(close(1) == 0 && open("one", O_WRONLY | O_CREAT, 0600) == 1);
    printf("lost\n");
    assert(fflush(stdout) == 0 && stat("one", &s) == 0 && s.st_size == 5);
    return 0;
}
