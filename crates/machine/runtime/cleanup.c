/* What pthread.h makes of pthread_cleanup_push and pthread_cleanup_pop with -fexceptions. */
#include "tb.h"

struct __pthread_cleanup_frame {
    void (*routine)(void *);
    void *argument;
    int execute;
    int type;
};

void __pthread_cleanup_routine(struct __pthread_cleanup_frame *frame)
{
    if (frame->execute)
        frame->routine(frame->argument);
}
