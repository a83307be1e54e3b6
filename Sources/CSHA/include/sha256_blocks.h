#pragma once

// The compression function of SHA-256 (FIPS 180-4, section 6.2.2) by the instructions that processors have for it.
//
// A round waits for the one before it, so that one text leaves such a processor half idle: two are taken in step.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes blocks of 64 bytes into a state of eight words of 32 bits.
///
/// - state, bytes: a state, and the text that it goes on with.
/// - blocks: how many blocks are taken.
///
/// Returns whether the processor has instructions for it; else nothing is changed.
bool assay_sha256_blocks(void *_Nonnull state, const void *_Nonnull bytes, size_t blocks);

/// The same for two texts side by side, each with a state of its own.
bool assay_sha256_blocks_of_two(void *_Nonnull state, const void *_Nonnull bytes, void *_Nonnull other_state,
                                const void *_Nonnull other_bytes, size_t blocks);
