#include "sha256_blocks.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define WITH_SHA __attribute__((target("sha,sse4.1")))
#define MOST_TEXTS 3
#define INLINED WITH_SHA __attribute__((always_inline)) static inline

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The eight words of a state as the instructions want them: a, b, e, f and c, d, g, h, the first one highest.
typedef struct {
  __m128i abef, cdgh;
} State;

// The sixteen words of the schedule that the next ones follow from.
typedef struct {
  __m128i fours[4];
} Schedule;

INLINED State loaded(const uint32_t *words) {
  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)words), 0xb1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(words + 4)), 0x1b);
  return (State){_mm_alignr_epi8(badc, hgfe, 8), _mm_blend_epi16(hgfe, badc, 0xf0)};
}

INLINED void store(State state, uint32_t *words) {
  __m128i feba = _mm_shuffle_epi32(state.abef, 0x1b), dchg = _mm_shuffle_epi32(state.cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)words, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(words + 4), _mm_alignr_epi8(dchg, feba, 8));
}

// The words `4 * four` to `4 * four + 3` of the schedule.
INLINED __m128i scheduled(Schedule *schedule, const uint8_t *block, int four) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i *fours = schedule->fours, last = fours[(four + 3) & 3];
  if (four < 4) return fours[four] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)block + four), big_endian);
  __m128i sum = _mm_sha256msg1_epu32(fours[four & 3], fours[(four + 1) & 3]);
  sum = _mm_add_epi32(sum, _mm_alignr_epi8(last, fours[(four + 2) & 3], 4));
  return fours[four & 3] = _mm_sha256msg2_epu32(sum, last);
}

// Four rounds.
INLINED void turn(State *state, Schedule *schedule, const uint8_t *block, int four) {
  __m128i words = scheduled(schedule, block, four);
  words = _mm_add_epi32(words, _mm_load_si128((const __m128i *)constants + four));
  state->cdgh = _mm_sha256rnds2_epu32(state->cdgh, state->abef, words);
  state->abef = _mm_sha256rnds2_epu32(state->abef, state->cdgh, _mm_shuffle_epi32(words, 0x0e));
}

INLINED State sum(State left, State right) {
  return (State){_mm_add_epi32(left.abef, right.abef), _mm_add_epi32(left.cdgh, right.cdgh)};
}

// Blocks of so many texts, in step.
INLINED void take(void *const *words, const uint8_t *const *texts, const int count, size_t blocks) {
  State states[MOST_TEXTS];
#pragma clang loop unroll(full)
  for (int text = 0; text < count; text++) states[text] = loaded(words[text]);
  for (size_t at = 0; at < 64 * blocks; at += 64) {
    State before[MOST_TEXTS];
    Schedule schedules[MOST_TEXTS];
#pragma clang loop unroll(full)
    for (int text = 0; text < count; text++) before[text] = states[text];
#pragma clang loop unroll(full)
    for (int four = 0; four < 16; four++) {
#pragma clang loop unroll(full)
      for (int text = 0; text < count; text++) turn(&states[text], &schedules[text], texts[text] + at, four);
    }
#pragma clang loop unroll(full)
    for (int text = 0; text < count; text++) states[text] = sum(states[text], before[text]);
  }
#pragma clang loop unroll(full)
  for (int text = 0; text < count; text++) store(states[text], words[text]);
}

WITH_SHA static void take_one(void *const *words, const uint8_t *const *texts, size_t blocks) {
  take(words, texts, 1, blocks);
}

WITH_SHA static void take_two(void *const *words, const uint8_t *const *texts, size_t blocks) {
  take(words, texts, 2, blocks);
}

WITH_SHA static void take_three(void *const *words, const uint8_t *const *texts, size_t blocks) {
  take(words, texts, 3, blocks);
}

bool assay_sha256_blocks(void *const *states, const uint8_t *const *texts, int count, size_t blocks) {
  if (!__builtin_cpu_supports("sha") || !__builtin_cpu_supports("sse4.1")) return false;
  switch (count) {
  case 1: take_one(states, texts, blocks); return true;
  case 2: take_two(states, texts, blocks); return true;
  case 3: take_three(states, texts, blocks); return true;
  default: return false;
  }
}

#else

bool assay_sha256_blocks(void *const *states, const uint8_t *const *texts, int count, size_t blocks) {
  (void)states, (void)texts, (void)count, (void)blocks;
  return false;
}

#endif
