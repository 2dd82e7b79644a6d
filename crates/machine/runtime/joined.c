/* Who has joined or detached a thread says so afterwards, where others ask for that: in either order with these. */
#include "tb.h"

static _Atomic unsigned char __tb_used_up[MOST_THREADS];

int __tb_join(pthread_t thread, void **result);
int __tb_detach(pthread_t thread);

int __tb_instead_pthread_join(pthread_t thread, void **result)
{
    int failed = __tb_join(thread, result);
    if (!failed)
        __tb_used_up[thread - 1] = 1;
    return failed;
}

int __tb_instead_pthread_detach(pthread_t thread)
{
    int failed = __tb_detach(thread);
    if (!failed)
        __tb_used_up[thread - 1] = 1;
    return failed;
}

void __tb_check_ended(pthread_t thread, int whose)
{
    __tb_keep(__tb_instead_pthread_join);
    __tb_keep(__tb_instead_pthread_detach);
    __tb_check_thread(thread, HAS_ENDED | (__tb_used_up[thread - 1] ? IS_USED_UP : 0), whose);
}
