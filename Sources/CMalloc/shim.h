#pragma once
#if defined(__GLIBC__) || __has_include(<malloc.h>)
#include <malloc.h>
#endif

/// Keeps freed blocks of up to `bytes` in the process instead of giving their pages back at once; glibc only.
static inline void assay_keep_freed(int bytes) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}
