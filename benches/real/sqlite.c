// A driver for SQLite: THREADS threads insert a row each, through one connection to a database in memory, with a prepared statement: four calls, each a
// critical section of the connection. So there are (4 THREADS)! / 4!^THREADS executions. In the end all rows are there.
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

#ifndef THREADS
#define THREADS 2
#endif

// The system that SQLite asks: there are no files, and numbers are not random.
static int open_none(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs, (void)name, (void)file, (void)flags, (void)out;
    return SQLITE_CANTOPEN;
}
static int same_path(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    (void)vfs;
    strncpy(out, name, size);
    return SQLITE_OK;
}
static int randomness(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    memset(out, 7, size);
    return size;
}
static int time_of_day(sqlite3_vfs *vfs, double *julian_day) {
    (void)vfs;
    *julian_day = 2451545;
    return SQLITE_OK;
}
static sqlite3_vfs vfs = {
    .iVersion = 1,
    .szOsFile = sizeof(sqlite3_file),
    .mxPathname = 100,
    .zName = "none",
    .xOpen = open_none,
    .xFullPathname = same_path,
    .xRandomness = randomness,
    .xCurrentTime = time_of_day,
};

static sqlite3 *db;

static void must(int status) {
    assert(status == SQLITE_OK);
}

static void *insert(void *arg) {
    sqlite3_stmt *statement;
    must(sqlite3_prepare_v2(db, "insert into t values(?)", -1, &statement, NULL));
    must(sqlite3_bind_int(statement, 1, *(int *)arg));
    int status = sqlite3_step(statement);
    assert(status == SQLITE_DONE);
    must(sqlite3_finalize(statement));
    return NULL;
}

int main(void) {
    must(sqlite3_initialize());
    must(sqlite3_vfs_register(&vfs, 1));
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
    must(sqlite3_open_v2(":memory:", &db, flags, NULL));
    must(sqlite3_exec(db, "create table t(x)", NULL, NULL, NULL));

    pthread_t threads[THREADS];
    int number[THREADS];
    for (int i = 0; i < THREADS; i++) {
        number[i] = i + 1;
        pthread_create(&threads[i], NULL, insert, &number[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    sqlite3_stmt *query;
    must(sqlite3_prepare_v2(db, "select count(*), sum(x) from t", -1, &query, NULL));
    int status = sqlite3_step(query);
    assert(status == SQLITE_ROW);
    assert(sqlite3_column_int(query, 0) == THREADS && sqlite3_column_int(query, 1) == THREADS * (THREADS + 1) / 2);
    must(sqlite3_finalize(query));
    must(sqlite3_close(db));
    must(sqlite3_shutdown());
    return 0;
}
