/* Each thread reads the row of its neighbour, who may not have filled it yet. */
#include <assert.h>
#include <pthread.h>

#define ROWS 2
#define COLS 3

static int grid[ROWS + 1][COLS];
static int next[ROWS][COLS];
static pthread_barrier_t phase;

struct job {
    int row;
};

static void *relax(void *arg)
{
    const struct job *job = arg;
    for (int c = 0; c < COLS; c++)
        grid[job->row][c] = job->row + c;
#ifdef FIX
    pthread_barrier_wait(&phase);
#endif
    for (int c = 0; c < COLS; c++)
        next[job->row][c] = grid[job->row][c] + grid[job->row + 1][c];
    pthread_barrier_wait(&phase);
    for (int c = 0; c < COLS; c++)
        grid[job->row][c] = next[job->row][c];
    return NULL;
}

int main(void)
{
    pthread_t t[ROWS];
    struct job jobs[ROWS];
    pthread_barrier_init(&phase, NULL, ROWS);
    for (int i = 0; i < ROWS; i++) {
        jobs[i].row = i;
        pthread_create(&t[i], NULL, relax, &jobs[i]);
    }
    for (int i = 0; i < ROWS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
