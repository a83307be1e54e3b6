#pragma once

// The compression function of SHA-1 (FIPS 180-4, section 6.1.2) by the instructions that processors have for it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes blocks of 64 bytes into a state of five words of 32 bits.
///
/// - state, bytes: a state, and the text that it goes on with.
/// - blocks: how many blocks are taken.
///
/// Returns whether the processor has instructions for it; else nothing is changed.
bool assay_sha1_blocks(void *_Nonnull state, const void *_Nonnull bytes, size_t blocks);
