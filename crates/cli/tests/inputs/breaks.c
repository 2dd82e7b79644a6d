// Every line is reached, also those that only jump.
#include <assert.h>

static int a[] = {1, 2, 3};

int main(void) {
    int *p;
    for (p = a; p < a + 3; p++) {
        if (*p == 1)
            continue;
        if (*p == 2)
            break;
    }
    if (p == a + 1)
        goto out;
    return 1;
out:
    assert(*p == 2);
    return 0;
}
