#pragma once
#if defined(__GLIBC__) || __has_include(<malloc.h>)
#include <malloc.h>
#endif

/// Keeps up to `bytes` of freed blocks in the process instead of giving their pages back at once; glibc only.
static inline void assay_keep_freed(int bytes) {
#ifdef M_MMAP_THRESHOLD
    // Half a heap of 64 MiB is the most that glibc takes; a larger number changes nothing.
    mallopt(M_MMAP_THRESHOLD, bytes < 32 << 20 ? bytes : 32 << 20);
    mallopt(M_TRIM_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}
