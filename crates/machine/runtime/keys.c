/* Thread-specific data, and what happens at the end of a thread. */
#include "tb.h"

#define KEYS 128
#define DESTRUCTOR_ITERATIONS 4

/* A key's number is taken atomically; its entry is then written by the creator alone. Whoever uses the key has got it
 * from the creator, so plain accesses to the entry are ordered as well as the program's own. Only the end of a thread
 * may meet the deletion of a key unordered, which POSIX allows: that flag is accessed atomically there. Numbers are
 * not used again. */
static unsigned __tb_next_key;
static void (*__tb_destructors[KEYS])(void *);
static int __tb_created[KEYS];
static int __tb_deleted[KEYS];
static _Thread_local void *__tb_values[KEYS];
/* One more than the highest key that the thread has set. */
static _Thread_local unsigned __tb_used;

void __tb_robust_exit(void);

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    __tb_keep(__tb_thread_exit);
    unsigned mine = __atomic_fetch_add(&__tb_next_key, 1, __ATOMIC_RELAXED);
    if (mine >= KEYS) {
        __tb_unsupported_more_thread_keys();
        return EAGAIN;
    }
    __tb_destructors[mine] = destructor;
    __tb_created[mine] = 1;
    *key = mine;
    return 0;
}

int pthread_key_delete(pthread_key_t key)
{
    if (key >= KEYS || !__tb_created[key] || __tb_deleted[key])
        return EINVAL;
    __atomic_store_n(&__tb_deleted[key], 1, __ATOMIC_RELEASE);
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= KEYS || !__tb_created[key] || __tb_deleted[key])
        return EINVAL;
    __tb_values[key] = (void *)value;
    if (key >= __tb_used)
        __tb_used = key + 1;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < __tb_used ? __tb_values[key] : NULL;
}

void __tb_thread_exit(void)
{
    __tb_thread_leaves();
    int again = 1;
    for (int round = 0; again && round < DESTRUCTOR_ITERATIONS; round++) {
        again = 0;
        for (unsigned key = 0; key < __tb_used; key++) {
            void *value = __tb_values[key];
            if (!value || !__tb_destructors[key] || __atomic_load_n(&__tb_deleted[key], __ATOMIC_ACQUIRE))
                continue;
            __tb_values[key] = NULL;
            again = 1;
            __tb_destructors[key](value);
        }
    }
    __tb_robust_exit();
    __tb_signals_end();
    __tb_thread_ended();
    __tb_thread_gone();
}
