/* What a `va_list` holds is nobody's business: the race is on the text that is formatted. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
static char last[32];
static void say(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(last, sizeof last, fmt, ap);
    va_end(ap);
}
static void *w(void *arg) { say("id %d %s", *(int *)arg, "ok"); return arg; }
int main(void)
{
    pthread_t a, b; int x = 1, y = 2;
    pthread_create(&a, 0, w, &x);
    pthread_create(&b, 0, w, &y);
    pthread_join(a, 0); pthread_join(b, 0);
    return 0;
}
