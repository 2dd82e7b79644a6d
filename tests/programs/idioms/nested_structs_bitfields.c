//@ check --stub neighbours=0: safe
//@ check --stub neighbours=1: data-race message="flags"
// Nested structures, unions and bit-fields passed by value and by pointer between threads. Bit-fields of one unit are one
// memory location: writing neighbours from two threads is a race; separated by a zero-width one they are two.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

int neighbours(void);
struct point { int16_t x, y; };
struct flags { unsigned a : 3, b : 5; unsigned : 0; unsigned c : 7; signed d : 4; };
struct message {
    enum { POINT, TEXT, NUMBER } kind;
    union {
        struct point at[2];
        char text[8];
        double number;
    } u;
    struct { struct flags flags; uint8_t tail[3]; } inner;
};
static struct message shared;

static struct message make(int kind) {
    struct message m = {.kind = kind};
    if (kind == POINT)
        m.u.at[1] = (struct point){-3, 300};
    else
        m.u.number = -0.5;
    m.inner.flags.a = 9; // three bits: 1
    m.inner.flags.d = 7;
    m.inner.flags.d++;   // four bits, signed: -8
    m.inner.tail[2] = 255;
    return m;
}

static int sum(struct message m) {
    return m.inner.flags.a + m.inner.flags.d + m.inner.tail[2] + (m.kind == POINT ? m.u.at[1].y : 0);
}

static void *other(void *arg) {
    struct message *m = arg;
    m->inner.flags.c = 100;
    return NULL;
}

static void *near(void *arg) {
    struct message *m = arg;
    m->inner.flags.b = 17; /*@near*/
    return NULL;
}

int main(void) {
    int both = neighbours();
    shared = make(POINT);
    assert(sum(shared) == 1 - 8 + 255 + 300);
    uint8_t raw[4];
    memcpy(raw, &shared.u.at[1], 4);
    assert(raw[0] == 0xFD && raw[1] == 0xFF && raw[2] == 0x2C && raw[3] == 1);
    pthread_t t;
    pthread_create(&t, NULL, both ? near : other, &shared);
    shared.inner.flags.a = 5;
    pthread_join(t, NULL);
    assert(shared.inner.flags.a == 5);
    assert(both ? shared.inner.flags.b == 17 : shared.inner.flags.c == 100);
    return 0;
}
