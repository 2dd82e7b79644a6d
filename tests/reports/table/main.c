#include "table.h"

static void *look(void *arg)
{
    table_find(&table, arg);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    table_add(&table, "red");
    table_add(&table, "blue");
    pthread_create(&a, NULL, look, "blue");
    pthread_create(&b, NULL, look, "blue");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
