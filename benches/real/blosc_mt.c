// A driver for Blosc: a buffer of two blocks is compressed by COMPRESS threads and decompressed by DECOMPRESS threads. It must be what it was.
#include <assert.h>
#include <blosc.h>
#include <string.h>

#ifndef COMPRESS
#define COMPRESS 2
#endif
#ifndef DECOMPRESS
#define DECOMPRESS 1
#endif
#define SIZE 512

static int data[SIZE], back[SIZE];
static char packed[sizeof data + BLOSC_MAX_OVERHEAD];

int main(void) {
    for (int i = 0; i < SIZE; i++)
        data[i] = i / 3;
    blosc_init();
    blosc_set_blocksize(256); // times sizeof(int)
    blosc_set_nthreads(COMPRESS);
    int n = blosc_compress(1, BLOSC_SHUFFLE, sizeof(int), sizeof data, data, packed, sizeof packed);
    assert(n > 0 && n < (int)sizeof data);
    blosc_set_nthreads(DECOMPRESS);
    n = blosc_decompress(packed, back, sizeof back);
    assert(n == sizeof data && memcmp(data, back, sizeof data) == 0);
    blosc_destroy();
    return 0;
}
