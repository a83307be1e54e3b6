#pragma once

// The compression function of SHA-256 (FIPS 180-4, section 6.2.2) by the instructions that processors have for it.
//
// A round waits for the one before it, so that one text leaves such a processor half idle: up to three are taken in step.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes blocks of 64 bytes of some texts into their states of eight words of 32 bits.
///
/// - states: the states.
/// - texts, count: the texts that they go on with, one to three.
/// - blocks: how many blocks are taken of each.
///
/// Returns whether the processor has instructions for it, and the count is such a one; else nothing is changed.
bool assay_sha256_blocks(void *_Nonnull const *_Nonnull states, const uint8_t *_Nonnull const *_Nonnull texts, int count,
                         size_t blocks);
