/* Random numbers with a state that the caller keeps: glibc's sequence. */
#include "tb.h"

enum { TYPES = 5 };
static const int degrees[TYPES] = {0, 7, 15, 31, 63}, separations[TYPES] = {0, 3, 1, 3, 1};

struct random_data {
    int *front, *rear, *state;
    int type, degree, separation;
    int *end;
};

int random_r(struct random_data *data, int *result)
{
    if (!data || !result)
        return tb_failed(EINVAL);
    if (data->type == 0) {
        *result = data->state[0] = (int)(((unsigned)data->state[0] * 1103515245u + 12345u) & 0x7fffffff);
        return 0;
    }
    unsigned sum = (unsigned)*data->front + (unsigned)*data->rear;
    *data->front = (int)sum;
    *result = (int)(sum >> 1);
    if (++data->front >= data->end)
        data->front = data->state;
    if (++data->rear >= data->end)
        data->rear = data->state;
    return 0;
}

int srandom_r(unsigned seed, struct random_data *data)
{
    if (!data || data->type < 0 || data->type >= TYPES)
        return -1;
    int word = seed ? (int)seed : 1, unused;
    data->state[0] = word;
    if (data->type == 0)
        return 0;
    for (int i = 1; i < data->degree; i++) {
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0)
            word += 2147483647;
        data->state[i] = word;
    }
    data->front = &data->state[data->separation];
    data->rear = data->state;
    for (int i = 0; i < 10 * data->degree; i++)
        random_r(data, &unused);
    return 0;
}

/* Before a state is left, what is needed to go on with it is written in front of it. */
static void leave(struct random_data *data)
{
    if (data->state)
        data->state[-1] = data->type ? TYPES * (int)(data->rear - data->state) + data->type : 0;
}

static void enter(struct random_data *data, int *state, int type)
{
    data->type = type;
    data->degree = degrees[type];
    data->separation = separations[type];
    data->state = state;
    data->end = state + degrees[type];
}

int initstate_r(unsigned seed, char *buffer, size_t n, struct random_data *data)
{
    if (!data)
        return tb_failed(EINVAL);
    leave(data);
    if (n < 8)
        return tb_failed(EINVAL);
    enter(data, (int *)buffer + 1, n < 32 ? 0 : n < 64 ? 1 : n < 128 ? 2 : n < 256 ? 3 : 4);
    srandom_r(seed, data);
    leave(data);
    return 0;
}

int setstate_r(char *buffer, struct random_data *data)
{
    if (!buffer || !data)
        return tb_failed(EINVAL);
    int *state = (int *)buffer + 1;
    leave(data);
    int kept = state[-1], type = kept % TYPES, at = kept / TYPES;
    if (kept < 0)
        return tb_failed(EINVAL);
    enter(data, state, type);
    if (type) {
        data->rear = &state[at];
        data->front = &state[(at + data->separation) % data->degree];
    }
    return 0;
}
