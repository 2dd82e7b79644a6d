//@ check --stdin tests/programs/files/number.txt: safe executions=1
// All these functions wait for a stream that is locked by hand. (So do glibc's: natively, with -DWAIT=usleep(1000).)
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <error.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef WAIT
#define WAIT (void)0
#endif

static FILE *stream;
static int at;
static sem_t go, done;
static atomic_int passed;

static void call(void)
{
    char line[8], *read = NULL;
    size_t room = 0;
    int number;
    switch (at) {
    case 0: ferror(stream); break;
    case 1: feof(stream); break;
    case 2: clearerr(stream); break;
    case 3: fflush(stream); break;
    case 4: fputs("", stream); break;
    case 5: fwrite("x", 1, 1, stream); break;
    case 6: setvbuf(stream, NULL, _IOLBF, 0); break;
    case 7: setbuf(stream, NULL); break;
    case 8: setlinebuf(stream); break;
    case 9: fgetc(stream); break;
    case 10: fgets(line, sizeof line, stream); break;
    case 11: fread(line, 1, 1, stream); break;
    case 12: getline(&read, &room, stream); free(read); break;
    case 13: ungetc('x', stream); break;
    case 14: if (stream == stdin) fscanf(stream, "%d", &number); else fprintf(stream, "x"); break;
    case 15: fflush(NULL); break;
    case 16: if (stream == stderr) perror("x"); else if (stream == stdout) error(0, 0, "x"); else fputc('x', stream); break;
    case 17: if (stream == stderr) psignal(SIGINT, "x"); else if (stream == stdout) puts(""); else fputc('x', stream); break;
    case 18: if (stream == stderr) warnx(NULL); else fclose(stream); break;
    }
}

static void *calls(void *arg)
{
    for (;;) {
        sem_wait(&go);
        if (!stream)
            return arg;
        call();
        passed = 1;
        sem_post(&done);
    }
}

/* Those up to the last. */
static void each(FILE *of, int last)
{
    stream = of;
    for (at = 0; at <= last; at++) {
        passed = 0;
        flockfile(stream);
        sem_post(&go);
        WAIT;
        assert(!passed);
        funlockfile(stream);
        sem_wait(&done);
    }
}

int main(void)
{
    pthread_t thread;
    char *text;
    size_t length;
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, calls, NULL);
    each(fopen("/tmp/log", "w+"), 18);
    FILE *memory = open_memstream(&text, &length);
    each(memory, 5);
    fclose(memory);
    free(text);
    each(stdin, 15);
    each(stderr, 18);
    each(stdout, 18);
    stream = NULL;
    sem_post(&go);
    pthread_join(thread, NULL);
    return 0;
}
