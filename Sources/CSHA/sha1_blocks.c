#include "sha1_blocks.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define WITH_SHA __attribute__((target("sha,sse4.1")))
#define INLINED WITH_SHA __attribute__((always_inline)) static inline

// The five words of a state as the instructions want them: a to d, the first one highest, and apart from them, in the
// highest place too, what the next e is made from.
typedef struct {
  __m128i abcd, e;
} State;

// The sixteen words of the schedule that the next ones follow from.
typedef struct {
  __m128i fours[4];
} Schedule;

INLINED State loaded(const uint32_t *words) {
  __m128i dcba = _mm_loadu_si128((const __m128i *)words);
  return (State){_mm_shuffle_epi32(dcba, 0x1b), _mm_set_epi32((int)words[4], 0, 0, 0)};
}

INLINED void store(State state, uint32_t *words) {
  _mm_storeu_si128((__m128i *)words, _mm_shuffle_epi32(state.abcd, 0x1b));
  words[4] = (uint32_t)_mm_extract_epi32(state.e, 3);
}

// The words `4 * four` to `4 * four + 3` of the schedule.
INLINED __m128i scheduled(Schedule *schedule, const uint8_t *block, int four) {
  const __m128i big_endian = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  __m128i *fours = schedule->fours;
  if (four < 4) return fours[four] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)block + four), big_endian);
  __m128i sum = _mm_sha1msg1_epu32(fours[four & 3], fours[(four + 1) & 3]);
  sum = _mm_xor_si128(sum, fours[(four + 2) & 3]);
  return fours[four & 3] = _mm_sha1msg2_epu32(sum, fours[(four + 3) & 3]);
}

// Four rounds; each twenty have a function and a constant of their own.
INLINED void turn(State *state, Schedule *schedule, const uint8_t *block, int four) {
  const __m128i words = scheduled(schedule, block, four), abcd = state->abcd;
  const __m128i e = four == 0 ? _mm_add_epi32(state->e, words) : _mm_sha1nexte_epu32(state->e, words);
  state->e = abcd;
  switch (four / 5) {
    case 0: state->abcd = _mm_sha1rnds4_epu32(abcd, e, 0); break;
    case 1: state->abcd = _mm_sha1rnds4_epu32(abcd, e, 1); break;
    case 2: state->abcd = _mm_sha1rnds4_epu32(abcd, e, 2); break;
    default: state->abcd = _mm_sha1rnds4_epu32(abcd, e, 3);
  }
}

WITH_SHA static void take(uint32_t *words, const uint8_t *bytes, size_t blocks) {
  State state = loaded(words);
  for (; blocks > 0; blocks--, bytes += 64) {
    const State before = state;
    Schedule schedule;
#pragma clang loop unroll(full)
    for (int four = 0; four < 20; four++) turn(&state, &schedule, bytes, four);
    state = (State){_mm_add_epi32(state.abcd, before.abcd), _mm_sha1nexte_epu32(state.e, before.e)};
  }
  store(state, words);
}

bool assay_sha1_blocks(void *state, const void *bytes, size_t blocks) {
  if (!__builtin_cpu_supports("sha") || !__builtin_cpu_supports("sse4.1")) return false;
  take(state, bytes, blocks);
  return true;
}

#else

bool assay_sha1_blocks(void *state, const void *bytes, size_t blocks) {
  (void)state, (void)bytes, (void)blocks;
  return false;
}

#endif
