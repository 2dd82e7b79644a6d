//@ cflags: -D_GNU_SOURCE
//@ check: safe
#include <assert.h>
#include <errno.h>
#include <search.h>
#include <string.h>

int main(void) {
    char *names[] = {"one", "two", "three"};
    assert(hcreate(3));
    for (long i = 0; i < 3; i++)
        assert(hsearch((ENTRY){names[i], (void *)(i + 1)}, ENTER)->data == (void *)(i + 1));
    char key[] = "two";
    assert(hsearch((ENTRY){key, NULL}, FIND)->data == (void *)2);
    assert(hsearch((ENTRY){key, (void *)9}, ENTER)->data == (void *)2);
    errno = 0;
    assert(!hsearch((ENTRY){"four", NULL}, FIND) && errno == ESRCH);
    hdestroy();
    struct hsearch_data table;
    memset(&table, 0, sizeof table);
    ENTRY *found;
    assert(hcreate_r(10, &table) && !hcreate_r(10, &table));
    assert(hsearch_r((ENTRY){"a", key}, ENTER, &found, &table) && found->data == key);
    assert(!hsearch_r((ENTRY){"b", key}, FIND, &found, &table) && !found);
    hdestroy_r(&table);
    return 0;
}
