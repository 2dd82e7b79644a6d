/* The names of threads, where somebody asks for them: then they are kept, under a lock. */
#include "tb.h"

#define ROOM 16

void __tb_unsupported_thread_name(void);

static pthread_mutex_t __tb_names_lock;
static char __tb_names[MOST_THREADS][ROOM];

int __tb_instead_pthread_setname_np(pthread_t thread, const char *name)
{
    int length = 0;
    while (name[length])
        length++;
    if (length >= ROOM)
        return ERANGE;
    if (thread - 1 >= MOST_THREADS)
        return 3; /* ESRCH */
    __tb_mutex_lock(&__tb_names_lock);
    char *to = __tb_names[thread - 1];
    __builtin_memcpy(to, name, (size_t)length + 1);
    if (!length)
        to[1] = 1; /* a name that is empty */
    __tb_mutex_unlock(&__tb_names_lock);
    return 0;
}

/* A thread that was given no name has that which its creator had then; that is not kept. */
int pthread_getname_np(pthread_t thread, char *to, size_t room)
{
    __tb_keep(__tb_instead_pthread_setname_np);
    if (room < ROOM)
        return ERANGE;
    if (thread - 1 >= MOST_THREADS)
        return 3; /* ESRCH */
    __tb_mutex_lock(&__tb_names_lock);
    const char *name = __tb_names[thread - 1];
    if (!name[0] && !name[1]) {
        if (thread != 1)
            __tb_unsupported_thread_name();
        name = "program";
    }
    for (int i = 0; i == 0 || name[i - 1]; i++)
        to[i] = name[i];
    __tb_mutex_unlock(&__tb_names_lock);
    return 0;
}

void __tb_unsupported_prctl(void);
int pthread_setname_np(pthread_t thread, const char *name);

/* Of the thread itself; a long name is cut off. */
int prctl(int what, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, what);
    char *text = __builtin_va_arg(args, char *), cut[ROOM];
    __builtin_va_end(args);
    if (what == 15) { /* PR_SET_NAME */
        int length = 0;
        for (; length < ROOM - 1 && text[length]; length++)
            cut[length] = text[length];
        cut[length] = 0;
        return pthread_setname_np(pthread_self(), cut);
    }
    if (what == 16) /* PR_GET_NAME */
        return pthread_getname_np(pthread_self(), text, ROOM);
    __tb_unsupported_prctl();
    return -1;
}
