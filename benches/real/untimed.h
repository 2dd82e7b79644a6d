// Waits that time out wait without: whoever relies on being woken by the time is found.
#include <pthread.h>
#define pthread_cond_timedwait(cond, mutex, until) pthread_cond_wait(cond, mutex)
