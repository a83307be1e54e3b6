#pragma once

// The value of a decimal of which is known already where it ends and where its point stands; for this target and readers
// that find that out in their own way.

#if defined(__x86_64__) && !defined(__swift__)

#include <smmintrin.h>
#include <stdint.h>

#define ASSAY_DECIMAL __attribute__((target("sse4.1"))) static inline

/// The digits of a text of `length`, of which the one at `point` is left out unless it is behind the text, as the last ones
/// of sixteen; zeros before them.
ASSAY_DECIMAL __m128i assay_aligned(__m128i digits, int length, int point) {
  const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m128i from = _mm_sub_epi8(places, _mm_set1_epi8((char)(16 - length)));
  // What stands before the point moves up by one.
  __m128i before = _mm_cmplt_epi8(from, _mm_set1_epi8((char)(point + 1)));
  __m128i moved = point < length ? before : _mm_setzero_si128();
  // A place before the text is below zero, and so gives zero.
  return _mm_shuffle_epi8(digits, _mm_add_epi8(from, moved));
}

/// The number that sixteen digits make, the first one in the lowest byte.
ASSAY_DECIMAL uint64_t assay_whole(__m128i digits) {
  const __m128i tens = _mm_set1_epi16(0x010a), hundreds = _mm_set1_epi32(0x00010064);
  const __m128i thousands = _mm_set1_epi32(0x00012710);
  __m128i pairs = _mm_maddubs_epi16(digits, tens);
  __m128i fours = _mm_madd_epi16(pairs, hundreds);
  __m128i packed = _mm_packus_epi32(fours, fours);
  uint64_t eights = (uint64_t)_mm_cvtsi128_si64(_mm_madd_epi16(packed, thousands));
  return (eights & 0xffffffff) * 100000000 + (eights >> 32);
}

/// The double nearest to a decimal of up to fifteen digits: both its digits as a whole number and the power of ten are
/// doubles then, and their quotient is rounded once.
///
/// - text: its bytes and whatever follows, sixteen of them.
/// - length: how many are the decimal, 1 to 16.
/// - point: where its point stands; `length` for none.
ASSAY_DECIMAL double assay_decimal(__m128i text, int length, int point) {
  static const double powers[16] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  __m128i digits = _mm_sub_epi8(text, _mm_set1_epi8('0'));
  double whole = (double)(int64_t)assay_whole(assay_aligned(digits, length, point));
  int fraction = point < length ? length - 1 - point : 0;
  // Most columns have points everywhere or nowhere, so the division is foreseen.
  return fraction == 0 ? whole : whole / powers[fraction];
}

#undef ASSAY_DECIMAL

#endif
