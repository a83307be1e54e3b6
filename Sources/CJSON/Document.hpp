#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "Bytes.hpp"
#include "CJSON.h"

// A document as its tokens: the places of all brackets, colons, commas and beginnings of scalars outside texts, in UTF-8
// known to be valid. What it holds is read from its bytes there, when somebody asks.
struct assay_json {
  std::unique_ptr<uint32_t[]> places;
  uint32_t number = 0;
  // For each opening bracket's number, its closing one's; behind that of an object with members, the number of the one
  // whose names it has in the same order, itself or one before, when nothing but scalars is in either.
  std::unique_ptr<uint32_t[]> closing;
  size_t count = 0;
  bool has_escapes = false;
  bool has_escaped_names = false;
  // The numbers of the selected rows.
  std::vector<uint32_t> rows;
  // Texts that were written with escapes, as the last call read them.
  std::string texts;
};

namespace assay {

// No token.
constexpr uint32_t nowhere = UINT32_MAX;

// The tokens of a document over its bytes.
struct Tokens {
  const uint8_t *bytes;
  const uint32_t *places;
  uint32_t number;
  size_t count;

  Tokens(const assay_json &json, const uint8_t *bytes)
      : bytes(bytes), places(json.places.get()), number(json.number), count(json.count) {}

  // A token's first byte.
  uint8_t operator[](uint32_t token) const { return bytes[places[token]]; }

  const uint8_t *start(uint32_t token) const { return bytes + places[token]; }

  // Where the bytes end.
  const uint8_t *limit() const { return bytes + count; }

  // Where the next token starts: between lie the rest of this one and blanks.
  const uint8_t *end(uint32_t token) const { return bytes + (token + 1 < number ? places[token + 1] : count); }

  // What stands between the quotes of a text.
  std::string_view text(uint32_t token) const {
    const uint8_t *first = start(token) + 1, *last = end(token) - 1;
    while (*last != '"') last -= 1;
    return {reinterpret_cast<const char *>(first), size_t(last - first)};
  }
};

// Finds out in which texts there are escapes, quickly where it is asked from front to back.
class Escapes {
  // From the one to the other there are none.
  const uint8_t *clear, *next;
  const uint8_t *limit;

 public:
  Escapes(const Tokens &tokens, bool any)
      : clear(tokens.bytes), next(any ? find(tokens.bytes, tokens.limit()) : tokens.limit()), limit(tokens.limit()) {}

  bool within(const uint8_t *first, const uint8_t *last) {
    if (first < clear) return find(first, last) < last;
    if (next < first) {
      clear = first;
      next = find(first, limit);
    }
    return next < last;
  }

 private:
  static const uint8_t *find(const uint8_t *first, const uint8_t *last) {
    const void *found = memchr(first, '\\', size_t(last - first));
    return found ? static_cast<const uint8_t *>(found) : last;
  }
};

// Appends a text with its escapes replaced; false when one of them is none.
bool unescape(std::string_view text, std::string &result);

// Finds the tokens of `json.count` bytes; false when these are not UTF-8, hold a control character in a text, a text
// without an end, or nothing.
bool find_tokens(assay_json &json, const uint8_t *bytes);

// Checks the grammar of all tokens and of what lies between them, and fills in `closing`; false when something is wrong.
bool check(assay_json &json, const uint8_t *bytes, size_t depth);

}  // namespace assay
