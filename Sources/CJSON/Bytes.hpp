#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// Many bytes at a time, without a word of any one processor.

// What looks at all bytes of a document is there twice, once with wider vectors for processors that have them.
#if defined(__x86_64__)
#define ASSAY_WIDE __attribute__((target("avx2,bmi,bmi2,popcnt")))
#else
#define ASSAY_WIDE
#endif
#define ASSAY_INLINE [[gnu::always_inline]] inline

namespace assay {

inline bool is_wide() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

template <size_t size> using Bytes = uint8_t __attribute__((ext_vector_type(size)));
template <size_t size> using Truths = bool __attribute__((ext_vector_type(size)));

using Block = Bytes<32>;
constexpr ptrdiff_t block_size = 32;

// Bytes as numbers with a sign, which processors compare in one step.
using Signed = int8_t __attribute__((ext_vector_type(32)));

// Bytes that no plain text holds: control characters, and below zero those of other scripts.
#define ODD(bytes) ((assay::Signed)(bytes) < int8_t(0x20))

// Bytes that are no digits.
#define OTHER_THAN_DIGITS(bytes) ((assay::Signed)((bytes) + uint8_t(0x80 - '0')) > int8_t(9 - 0x80))

// One bit for each byte of a vector, the first lowest.
template <typename Mask, typename Bits> inline Mask mask(Bits bits) {
  Mask result;
  memcpy(&result, &bits, sizeof(Mask));
  return result;
}

// Of which of a block's bytes something is true; no function, for blocks are passed in two ways.
#define PLACES(found) assay::mask<uint32_t>(__builtin_convertvector(found, assay::Truths<32>))

inline bool is_blank(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

inline bool is_digit(uint8_t byte) { return uint8_t(byte - '0') < 10; }

// The first byte of another than ASCII.
inline const uint8_t *foreign(const uint8_t *first, const uint8_t *last) {
  for (; last - first >= block_size; first += block_size) {
    Block bytes;
    memcpy(&bytes, first, sizeof bytes);
    const uint32_t places = PLACES(bytes >= uint8_t(0x80));
    if (places) return first + __builtin_ctz(places);
  }
  while (first < last && *first < 0x80) first += 1;
  return first;
}

// Whether bytes are UTF-8 as RFC 3629 has it: no longer than needed, no surrogates, nothing beyond 10FFFF.
inline bool is_utf8(const uint8_t *first, const uint8_t *last) {
  const auto follows = [&](ptrdiff_t place) { return place < last - first && (first[place] & 0xc0) == 0x80; };
  while ((first = foreign(first, last)) < last) {
    const uint8_t lead = *first, second = last - first > 1 ? first[1] : 0;
    if (lead < 0xc2 || lead > 0xf4 || !follows(1)) return false;
    if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0)) return false;
    if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90)) return false;
    const ptrdiff_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    for (ptrdiff_t place = 2; place < length; place += 1)
      if (!follows(place)) return false;
    first += length;
  }
  return true;
}

}  // namespace assay
