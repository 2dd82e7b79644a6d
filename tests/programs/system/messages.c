//@ check: exit-status output="program: no 7: Invalid argument\nprogram: plain\nx\nprogram: Cannot allocate memory\n"
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <syslog.h>

int main(void) {
    openlog("test", LOG_PID, LOG_USER);
    syslog(LOG_ERR, "no %s", "more");
    closelog();
    errno = EINVAL;
    warn("no %d", 7);
    warnx("plain");
    putc_unlocked('x', stderr);
    fputc_unlocked('\n', stderr);
    errno = ENOMEM;
    err(3, NULL);
}
