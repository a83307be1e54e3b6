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

/// A slot of a table of known texts: where a text's record begins, in words of eight bytes, and its number; −1 where the
/// slot is free.
typedef struct {
  int32_t record, number;
} assay_text_slot;

/// Texts that were seen before, each in a record: a word whose lower half is its length and whose upper one is the number
/// of line ends in it, `head` bytes from the record's start its bytes.
///
/// A text's slot is that of `assay_text_hash`, or one of those behind it; `mask` is the number of slots less one.
typedef struct {
  const uint8_t *records;
  size_t size, head;
  const assay_text_slot *slots;
  size_t mask;
  uint64_t seed;
} assay_known_texts;

/// A seeded hash of the bytes of two words up to the first separator: the same for equal texts, whatever follows them.
static inline uint64_t assay_text_hash(uint64_t first, uint64_t second, uint8_t separator, uint64_t seed) {
  const uint64_t every_byte = 0x0101010101010101, high_bits = 0x8080808080808080, factor = 0x9e3779b97f4a7c15;
  uint64_t words[2] = {first, second}, hash = seed;
  int is_whole = 1;
  for (int index = 0; index < 2; index++) {
    uint64_t apart = words[index] ^ every_byte * separator;
    // Only the lowest hit is sure, and only bits below the separator's own count.
    uint64_t hits = (apart - every_byte) & ~apart & high_bits;
    // Both words are always mixed in: to decide about the second one would cost more than that.
    uint64_t below = is_whole ? words[index] & ((hits & (0 - hits)) - 1) : 0;
    __uint128_t product = (__uint128_t)(hash ^ below) * factor;
    hash = (uint64_t)(product >> 64) ^ (uint64_t)product;
    is_whole &= hits == 0;
  }
  return hash;
}

/// Reads rows that follow each other and say nothing new but numbers: each begins with `lead` bytes like those at
/// `first`, goes on with a known text of one line and 64 bytes at most, and ends with plain numbers and a line feed.
///
/// - bytes, count: the text; nothing beyond it is touched.
/// - start: where the first row begins.
/// - fields: how many numbers a row ends with, 1 to 16.
/// - rows: how many rows are wanted at the most.
/// - texts: room for the number of each row's text.
/// - values: room for `fields` values of each row, one row behind the other.
/// - end: behind the last row that was read.
///
/// Returns how many rows were read. 0 on processors that have no instructions for it.
size_t assay_plain_rows(const uint8_t *bytes, size_t count, size_t start, size_t first, size_t lead,
                        const assay_known_texts *known, size_t fields, uint8_t separator, size_t rows, int32_t *texts,
                        double *values, size_t *end);

/// Asks the processor for the bytes at an address that is soon to be read, and for those behind them; any address will do.
static inline void assay_prefetch(const void *address) {
  __builtin_prefetch(address);
  __builtin_prefetch((const char *)address + 64);
}

#ifdef __cplusplus
}
#endif
