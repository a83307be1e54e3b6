#pragma once

// Reads the plain numbers of neighbouring fields: what nearly all fields of market data are.
//
// A plain number has up to 16 bytes, which are digits and at most one point inside, 15 digits at most: then one division
// of a whole number by a power of ten rounds once, and gives the nearest double. An empty field is no number: NaN.
// Nothing else is plain, which says nothing about what it is.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads fields that follow each other, as long as they are plain.
///
/// - bytes, count: the text; nothing beyond it is touched.
/// - start: where the first field begins.
/// - fields: how many fields are wanted, 1 or more.
/// - separator: what stands behind each field; where `ends_line` is not 0, behind the last one a line feed.
/// - values: room for so many values.
/// - ends: room for as many offsets, each behind the last byte of a field.
///
/// Returns how many fields were read: the first ones. 0 on processors that have no instructions for it.
size_t assay_plain_numbers(const uint8_t *bytes, size_t count, size_t start, size_t fields, uint8_t separator,
                           int ends_line, double *values, int32_t *ends);

/// Reads the number that `length` bytes are, of which there are 16 to be read, into `value`; 0 when it is not plain, or the
/// processor has no instructions for it.
int assay_plain_number(const uint8_t *bytes, size_t length, double *value);

/// Asks the processor for the bytes at an address that is soon to be read, and for those behind them; any address will do.
static inline void assay_prefetch(const void *address) {
  __builtin_prefetch(address);
  __builtin_prefetch((const char *)address + 64);
}

#ifdef __cplusplus
}
#endif
