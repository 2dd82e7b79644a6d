//@ check --stub which=0: incomplete limit=clock
//@ check --stub which=1: incomplete limit=clock
//@ check --stub which=2: incomplete limit=clock
//@ check --stub which=3: incomplete limit=clock
// What is divided by, how far is shifted, the exit status: no branch depends on the time, and it decides.
#include <stdlib.h>
#include <time.h>

int which(void);
static volatile int x = 1;

int main(void) {
    switch (which()) {
    case 0:
        x = 5 / (int)(time(NULL) % 60);
        break;
    case 1:
        x = 1 << (time(NULL) % 40);
        break;
    case 2:
        exit((int)time(NULL) & 4);
    default:
        return time(NULL) % 2 != 0;
    }
    return 0;
}
