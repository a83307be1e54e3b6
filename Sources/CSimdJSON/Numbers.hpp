#pragma once

#include <charconv>
#include <cmath>
#include <cstring>

#include <simdjson.h>

// Numbers by the grammar of RFC 8259, and what ends a scalar.

namespace assay {

inline bool is_blank(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

inline bool is_digit(uint8_t byte) { return uint8_t(byte - '0') < 10; }

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
  return is_over(byte, last);
}

// Eight bytes as one number, the first lowest: all machines that this runs on are little-endian.
inline uint64_t word(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

// One bit for each byte of a vector, the first lowest.
template <typename Mask, typename Bits> inline Mask mask(Bits bits) {
  Mask result;
  memcpy(&result, &bits, sizeof(Mask));
  return result;
}

typedef uint8_t Sixteen __attribute__((ext_vector_type(16)));
typedef bool SixteenBits __attribute__((ext_vector_type(16)));

inline Sixteen sixteen(const uint8_t *bytes) {
  Sixteen result;
  memcpy(&result, bytes, 16);
  return result;
}

// Which of 16 bytes are no digits.
inline uint32_t other_than_digits(const uint8_t *bytes) {
  return mask<uint16_t>(__builtin_convertvector(sixteen(bytes) - uint8_t('0') > uint8_t(9), SixteenBits));
}

// Whether the first bytes, 16 at most, are the same at two places.
inline bool are_same(const uint8_t *left, const uint8_t *right, size_t count) {
  const uint32_t same = mask<uint16_t>(__builtin_convertvector(sixteen(left) == sixteen(right), SixteenBits));
  return (~same & ((uint32_t(1) << count) - 1)) == 0;
}

// The value of at most eight digits, by pairs, then fours, then all.
inline uint64_t eight_digits(const uint8_t *digits, size_t count) {
  uint64_t value = count ? (word(digits) & 0x0f0f0f0f0f0f0f0f) << (64 - 8 * count) : 0;
  value = value * 10 + (value >> 8);
  return ((value & 0x000000ff000000ff) * 0x000f424000000064 + (value >> 16 & 0x000000ff000000ff) * 0x0000271000000001)
         >> 32;
}

inline uint64_t sixteen_digits(const uint8_t *digits, size_t count) {
  const size_t more = count > 8 ? count - 8 : 0;
  return eight_digits(digits, more) * 100000000 + eight_digits(digits + more, count - more);
}

// A number that fills its bytes with digits and at most a sign and a point, as most do. To find that out takes no step
// that depends on how long it is.
struct Plain {
  const uint8_t *first;
  size_t length;
  // Where the point stands; `length` when there is none.
  size_t point;

  // What this denies may still be a number.
  [[gnu::always_inline]] bool scan(const uint8_t *start, const uint8_t *last, const uint8_t *limit) {
    first = start + (*start == '-');
    length = size_t(last - first);
    if (length - 1 >= 31 || size_t(limit - first) < 32) return false;
    uint32_t others = other_than_digits(first);
    if (length > 16) others |= other_than_digits(first + 16) << 16;
    others &= (uint32_t(1) << length) - 1;
    point = others ? size_t(__builtin_ctz(others)) : length;
    const bool is_inside = point > 0 && point + 1 < length;
    const bool is_decimal = (others & (others - 1)) == 0 && is_inside && first[point] == '.';
    return (others == 0 || is_decimal) && (*first != '0' || point == 1);
  }

  size_t decimals() const { return point == length ? 0 : length - point - 1; }
};

// The nearest double of a number's text.
inline double nearest(const uint8_t *first, const uint8_t *last) {
  const char *start = reinterpret_cast<const char *>(first), *end = reinterpret_cast<const char *>(last);
  double value = 0;
  if (std::from_chars(start, end, value).ec == std::errc()) return value;
  // Too large or too small: this one says which.
  return simdjson::internal::from_chars(start, end);
}

// Whether it would read one.
inline bool is_number(const uint8_t *first, const uint8_t *last, const uint8_t *limit) {
  Plain plain;
  if (plain.scan(first, last, limit)) return true;
  Number number;
  if (!scan(first, last, number)) return false;
  // Only these may be larger than doubles can be.
  const bool may_be_large = number.has_exponent || number.end - first > 300;
  return !may_be_large || std::isfinite(nearest(first, number.end));
}

// Reads the number that begins at `first` and ends before `last`, in bytes that end at `limit`; false when none does, or
// it is too large.
inline bool number(const uint8_t *first, const uint8_t *last, const uint8_t *limit, double &result) {
  static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                      1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
  static constexpr uint64_t largest = uint64_t(1) << 53;
  Plain plain;
  if (plain.scan(first, last, limit) && plain.point <= 16 && plain.decimals() <= 16) {
    const size_t decimals = plain.decimals();
    const uint64_t whole = sixteen_digits(plain.first, plain.point);
    const uint64_t fraction = sixteen_digits(plain.first + plain.point + 1, decimals);
    // Both are exact doubles, so their quotient is the nearest one.
    if (plain.point + decimals <= 16 || whole == 0) {
      const uint64_t digits = whole * uint64_t(powers[decimals]) + fraction;
      if (digits <= largest) {
        result = double(digits) / powers[decimals];
        if (*first == '-' && (decimals > 0 || digits > 0)) result = -result;
        return true;
      }
    }
  }
  Number number;
  if (!scan(first, last, number)) return false;
  result = nearest(first, number.end);
  // The integer -0 is 0.
  if (number.is_integer && result == 0) result = 0;
  return std::isfinite(result);
}

}  // namespace assay
