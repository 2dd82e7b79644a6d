// A driver for liblzma's decoder with threads, on a block that is broken: it must say so, and come to an end. The input comes in two pieces, so
// that the main thread still copies while a thread decodes. (Until 5.8.0 that thread freed what was copied into: CVE-2025-31115.)
#include <assert.h>
#include <lzma.h>
#include <string.h>

#define SIZE 64
#define BROKEN 30 // where

static uint8_t text[SIZE], packed[SIZE + 1000], back[SIZE];

// The encoder with threads writes the sizes into the block's header, which the decoder with threads needs.
static size_t encode(void) {
    for (int i = 0; i < SIZE; i++)
        text[i] = "the quick brown fox "[(i * i / 7) % 20];
    lzma_options_lzma options;
    assert(!lzma_lzma_preset(&options, 0));
    options.dict_size = LZMA_DICT_SIZE_MIN;
    lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_mt threads = {.threads = 1, .block_size = SIZE, .filters = filters, .check = LZMA_CHECK_CRC32};
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
    return length;
}

int main(void) {
    size_t length = encode();
    lzma_mt threads = {.threads = 2, .memlimit_threading = UINT64_MAX, .memlimit_stop = UINT64_MAX};
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_ret status = lzma_stream_decoder_mt(&stream, &threads);
    assert(status == LZMA_OK);
    packed[BROKEN] ^= 0xff;
    stream.next_in = packed;
    stream.avail_in = BROKEN + 10;
    stream.next_out = back;
    stream.avail_out = SIZE;
    status = lzma_code(&stream, LZMA_RUN);
    if (status == LZMA_OK) {
        stream.avail_in = length - BROKEN - 10;
        do
            status = lzma_code(&stream, LZMA_FINISH);
        while (status == LZMA_OK);
    }
    assert(status == LZMA_DATA_ERROR);
    lzma_end(&stream);
    return 0;
}
