// A driver for liblzma's encoder with THREADS threads, over BLOCKS blocks; what is decoded afterwards must be what there was.
#include <assert.h>
#include <lzma.h>
#include <string.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef BLOCKS
#define BLOCKS 2
#endif
#define BLOCK 512
#define SIZE (BLOCKS * BLOCK)

static uint8_t text[SIZE], packed[SIZE + 1000], back[SIZE];

int main(void) {
    for (int i = 0; i < SIZE; i++)
        text[i] = "the quick brown fox "[(i * i / 7) % 20];
    lzma_options_lzma options;
    assert(!lzma_lzma_preset(&options, 0));
    options.dict_size = LZMA_DICT_SIZE_MIN;
    lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_mt threads = {.threads = THREADS, .block_size = BLOCK, .filters = filters, .check = LZMA_CHECK_CRC32};
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_ret status = lzma_stream_encoder_mt(&stream, &threads);
    assert(status == LZMA_OK);
    stream.next_in = text;
    stream.avail_in = SIZE;
    stream.next_out = packed;
    stream.avail_out = sizeof packed;
    do
        status = lzma_code(&stream, LZMA_FINISH);
    while (status == LZMA_OK);
    assert(status == LZMA_STREAM_END);
    size_t length = stream.total_out;
    lzma_end(&stream);

    uint64_t limit = UINT64_MAX;
    size_t from = 0, to = 0;
    status = lzma_stream_buffer_decode(&limit, 0, NULL, packed, &from, length, back, &to, SIZE);
    assert(status == LZMA_OK && to == SIZE && memcmp(text, back, SIZE) == 0);
    return 0;
}
