#pragma once

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include <plain_decimal.h>
#include <plain_numbers.h>

#include "Bytes.hpp"

// Numbers by the grammar of RFC 8259, and what ends a scalar.

namespace assay {

// Whether a scalar that ended at `end` is followed by nothing but blanks up to the next token.
inline bool is_over(const uint8_t *end, const uint8_t *last) { return end == last || is_blank(*end); }

// What a number that may be long shows.
struct Number {
  const uint8_t *end;
  bool is_integer = true;
  bool has_exponent = false;
};

inline const uint8_t *digits(const uint8_t *byte, const uint8_t *last) {
  while (byte < last && is_digit(*byte)) byte += 1;
  return byte;
}

// Whether a number begins at `first`, and where it ends.
inline bool scan(const uint8_t *first, const uint8_t *last, Number &number) {
  const uint8_t *start = first + (*first == '-');
  const uint8_t *byte = digits(start, last);
  if (byte == start || (*start == '0' && byte > start + 1)) return false;
  if (byte < last && *byte == '.') {
    start = byte + 1;
    byte = digits(start, last);
    number.is_integer = false;
    if (byte == start) return false;
  }
  if (byte < last && (*byte | 0x20) == 'e') {
    byte += 1;
    if (byte < last && (*byte == '+' || *byte == '-')) byte += 1;
    start = byte;
    byte = digits(start, last);
    number.is_integer = false;
    number.has_exponent = true;
    if (byte == start) return false;
  }
  number.end = byte;
  return true;
}

using Sixteen = Bytes<16>;

inline Sixteen sixteen(const uint8_t *bytes) {
  Sixteen result;
  memcpy(&result, bytes, 16);
  return result;
}

// Which of 16 bytes are no digits.
inline uint32_t other_than_digits(const uint8_t *bytes) {
  return mask<uint16_t>(__builtin_convertvector(sixteen(bytes) - uint8_t('0') > uint8_t(9), Truths<16>));
}

// Whether the first bytes, 16 at most, are the same at two places.
inline bool are_same(const uint8_t *left, const uint8_t *right, size_t count) {
  const uint32_t same = mask<uint16_t>(__builtin_convertvector(sixteen(left) == sixteen(right), Truths<16>));
  return (~same & ((uint32_t(1) << count) - 1)) == 0;
}

// Whether a number fills its bytes with digits and at most a sign and a point, as most do: to find that out takes no step
// that depends on how long it is. What this denies may still be a number.
[[gnu::always_inline]] inline bool is_decimal(const uint8_t *start, const uint8_t *last, const uint8_t *limit) {
  const uint8_t *const first = start + (*start == '-');
  const size_t length = size_t(last - first);
  if (length - 1 >= 31 || size_t(limit - first) < 32) return false;
  uint32_t others = other_than_digits(first);
  if (length > 16) others |= other_than_digits(first + 16) << 16;
  others &= (uint32_t(1) << length) - 1;
  const size_t point = others ? size_t(__builtin_ctz(others)) : length;
  const bool is_inside = point > 0 && point + 1 < length;
  const bool has_point = (others & (others - 1)) == 0 && is_inside && first[point] == '.';
  return (others == 0 || has_point) && (*first != '0' || point == 1);
}

// The nearest double of a number's text.
inline double nearest(const uint8_t *first, const uint8_t *last) {
  const char *start = reinterpret_cast<const char *>(first), *end = reinterpret_cast<const char *>(last);
  double value = 0;
  if (std::from_chars(start, end, value).ec == std::errc()) return value;
  // Too large or too small: this one says which.
  return strtod(std::string(start, end).c_str(), nullptr);
}

// Whether it would read one.
inline bool is_number(const uint8_t *first, const uint8_t *last, const uint8_t *limit) {
  if (is_decimal(first, last, limit)) return true;
  Number number;
  if (!scan(first, last, number) || !is_over(number.end, last)) return false;
  // Only these may be larger than doubles can be.
  const bool may_be_large = number.has_exponent || number.end - first > 300;
  return !may_be_large || std::isfinite(nearest(first, number.end));
}

// Reads the number that begins at `first` and ends before `last`, in bytes that end at `limit`; false when none does, or
// it is too large.
inline bool number(const uint8_t *first, const uint8_t *last, const uint8_t *limit, double &result) {
  // Nearly all numbers are plain ones; of these, no other begins with a 0 than a 0 itself and what is below 1.
  if (size_t(limit - first) >= 16 && assay_plain_number(first, size_t(last - first), &result))
    return *first != '0' || last - first == 1 || first[1] == '.';
  Number number;
  if (!scan(first, last, number) || !is_over(number.end, last)) return false;
  result = nearest(first, number.end);
  // The integer -0 is 0.
  if (number.is_integer && result == 0) result = 0;
  return std::isfinite(result);
}

}  // namespace assay
