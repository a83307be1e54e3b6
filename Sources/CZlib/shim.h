#pragma once
#include <zlib.h>

/// inflateInit2 is a macro; 47 = any window, gzip or zlib header by itself.
static inline int assay_inflate_init(z_stream *stream) {
    return inflateInit2(stream, 47);
}
