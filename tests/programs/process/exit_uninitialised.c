//@ check: uninitialised-read line=@return thread=0
//@ check --exit-status ignore: uninitialised-read
// The status is whatever was in memory.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    int *failed = malloc(sizeof *failed);
    int result = 0;
    if (failed) {
        result = *failed;
        free(failed);
    }
    return result; /*@return*/
}
