/* One execution of 30,000 operations; no state comes again. */
#include <stdatomic.h>

static atomic_int rounds;

int main(void) {
    while (atomic_fetch_add(&rounds, 1) < 30000) { }
    return 0;
}
