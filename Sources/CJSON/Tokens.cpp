#include "Document.hpp"

// Finds the tokens of a document, span by span: which of its bytes are quotes, escaped, inside texts.

namespace assay {
namespace {

using Span = Bytes<64>;
constexpr size_t span_size = 64;

// Of which of a span's bytes something is true.
#define PLACES_OF_SPAN(found) mask<uint64_t>(__builtin_convertvector(found, Truths<64>))

// What of the spans before tells how one begins.
struct Before {
  // The first byte is escaped.
  uint64_t escapes = 0;
  // All bits, when it is inside a text.
  uint64_t is_inside = 0;
  // The byte before it is of a scalar that is no text.
  uint64_t is_scalar = 0;
  bool is_foreign = false;
  bool is_wrong = false;
};

// Which bytes a backslash makes another of.
inline uint64_t escaped(uint64_t backslashes, Before &before) {
  uint64_t result = before.escapes;
  before.escapes = 0;
  for (; backslashes; backslashes &= backslashes - 1) {
    const int place = __builtin_ctzll(backslashes);
    if (result >> place & 1) continue;
    if (place == span_size - 1) before.escapes = 1;
    else result |= uint64_t(2) << place;
  }
  return result;
}

// For each bit whether it and those below it are an odd number.
ASSAY_INLINE uint64_t odd(uint64_t bits) {
  for (size_t distance = 1; distance < span_size; distance *= 2) bits ^= bits << distance;
  return bits;
}

// The bytes of a span that begin a token.
ASSAY_INLINE uint64_t beginnings(const uint8_t *first, Before &before) {
  Span bytes;
  memcpy(&bytes, first, sizeof bytes);
  const uint64_t backslashes = PLACES_OF_SPAN(bytes == uint8_t('\\'));
  uint64_t quotes = PLACES_OF_SPAN(bytes == uint8_t('"'));
  if (backslashes | before.escapes) quotes &= ~escaped(backslashes, before);
  // From each opening quote to before the closing one.
  const uint64_t inside = odd(quotes) ^ before.is_inside;
  before.is_inside = uint64_t(int64_t(inside) >> 63);
  before.is_wrong |= (inside & PLACES_OF_SPAN(bytes < uint8_t(0x20))) != 0;
  before.is_foreign |= PLACES_OF_SPAN(bytes >= uint8_t(0x80)) != 0;
  // Brackets and braces differ by one bit.
  const Span folded = bytes | uint8_t(0x20);
  const uint64_t marks =
      PLACES_OF_SPAN((folded == uint8_t('{')) | (folded == uint8_t('}')) |
                     (bytes == uint8_t(':')) | (bytes == uint8_t(',')));
  const uint64_t blanks = PLACES_OF_SPAN((bytes == uint8_t(' ')) | (bytes == uint8_t('\n')) | (bytes == uint8_t('\r')) |
                                 (bytes == uint8_t('\t')));
  const uint64_t scalars = ~(marks | blanks | quotes);
  const uint64_t follows = scalars << 1 | before.is_scalar;
  before.is_scalar = scalars >> 63;
  // Of a text its opening quote only.
  return (marks | (scalars & ~follows) | quotes) & ~(inside ^ quotes);
}

ASSAY_INLINE bool find_all(assay_json &json, const uint8_t *bytes) {
  Before before;
  uint32_t *next = json.places.get();
  const auto add = [&](uint64_t begins, size_t offset) {
    // Eight at a time, whether there are as many or not: how many there are cannot be foreseen.
    const int count = __builtin_popcountll(begins);
    for (int first = 0; first < count; first += 8)
      for (int place = first; place < first + 8; place += 1, begins &= begins - 1)
        next[place] = uint32_t(offset) + uint32_t(begins ? __builtin_ctzll(begins) : 0);
    next += count;
  };
  size_t offset = 0;
  for (; offset + span_size <= json.count; offset += span_size) add(beginnings(bytes + offset, before), offset);
  uint8_t rest[span_size];
  memset(rest, ' ', sizeof rest);
  memcpy(rest, bytes + offset, json.count - offset);
  add(beginnings(rest, before), offset);
  json.number = uint32_t(next - json.places.get());
  if (before.is_wrong || before.is_inside || json.number == 0) return false;
  return !before.is_foreign || is_utf8(bytes, bytes + json.count);
}

ASSAY_WIDE bool find_all_wide(assay_json &json, const uint8_t *bytes) { return find_all(json, bytes); }

}  // namespace

bool find_tokens(assay_json &json, const uint8_t *bytes) {
  // No byte begins two; behind the last ones there is room for eight more.
  json.places.reset(new uint32_t[json.count + 8]);
  return is_wide() ? find_all_wide(json, bytes) : find_all(json, bytes);
}

}  // namespace assay
