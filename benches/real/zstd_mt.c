// A driver for Zstandard's compression with WORKERS threads, of a text that comes in two pieces (what is short and comes at once is compressed
// without threads); what is decompressed afterwards must be what there was.
#include <assert.h>
#include <string.h>
#include <zstd.h>

#ifndef WORKERS
#define WORKERS 1
#endif
#define SIZE 1000

static char text[SIZE], packed[SIZE + 1000], back[SIZE];

int main(void) {
    for (int i = 0; i < SIZE; i++)
        text[i] = "the quick brown fox "[(i * i / 7) % 20];
    ZSTD_CCtx *context = ZSTD_createCCtx();
    assert(context != NULL);
    size_t status = ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, WORKERS);
    assert(!ZSTD_isError(status));
    status = ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 10);
    assert(!ZSTD_isError(status));
    ZSTD_inBuffer in = {text, SIZE / 2, 0};
    ZSTD_outBuffer out = {packed, sizeof packed, 0};
    status = ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue);
    assert(!ZSTD_isError(status));
    in.size = SIZE;
    do {
        status = ZSTD_compressStream2(context, &out, &in, ZSTD_e_end);
        assert(!ZSTD_isError(status));
    } while (status != 0);
    ZSTD_freeCCtx(context);
    assert(out.pos < SIZE);

    status = ZSTD_decompress(back, SIZE, packed, out.pos);
    assert(status == SIZE && memcmp(text, back, SIZE) == 0);
    return 0;
}
