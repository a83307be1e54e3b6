#pragma once

#include "Document.hpp"
#include "Numbers.hpp"

// Values read where they lie, without a list of tokens.

namespace assay {

// Each part reads what begins at a place and returns the place behind it; null where no such thing is, or it is not right.
class Values {
 protected:
  const uint8_t *const start, *const limit;
  const size_t depth;
  const bool is_wide = assay::is_wide();
  // Texts of cells that were written with escapes.
  std::string &texts;

 private:
  std::string unescaped;

 protected:
  Values(const uint8_t *bytes, size_t count, size_t depth, std::string &texts)
      : start(bytes), limit(bytes + count), depth(depth), texts(texts) {}

  ASSAY_INLINE uint8_t next(const uint8_t *at) const { return at < limit ? *at : 0; }

  ASSAY_INLINE const uint8_t *blanks(const uint8_t *at) const {
    while (at < limit && is_blank(*at)) at += 1;
    return at;
  }

  // Behind a value in so many brackets, which is put into a cell if there is one.
  ASSAY_INLINE const uint8_t *value(const uint8_t *at, assay_json_cell *cell, size_t level) {
    const uint8_t first = next(at);
    if (is_digit(first) || first == '-') return decimal(at, cell);
    if (first == '"') return text(at, cell);
    if (first == 'n') return word(at, "null", ASSAY_JSON_NULL, 0, cell);
    return rest(at, cell, level);
  }

  const uint8_t *rest(const uint8_t *at, assay_json_cell *cell, size_t level) {
    switch (next(at)) {
    case 't': return word(at, "true", ASSAY_JSON_BOOL, 1, cell);
    case 'f': return word(at, "false", ASSAY_JSON_BOOL, 0, cell);
    case '[':
    case '{':
      if (cell) *cell = {0, 0, 0, ASSAY_JSON_OTHER};
      return level < depth ? container(at, level + 1) : nullptr;
    default: return nullptr;
    }
  }

  // Behind an array or object of which nothing is asked.
  const uint8_t *container(const uint8_t *at, size_t level) {
    const bool is_object = *at == '{';
    const uint8_t closing = *at + 2;
    at = blanks(at + 1);
    if (next(at) == closing) return at + 1;
    while (true) {
      if (is_object) {
        at = next(at) == '"' ? text(at, nullptr) : nullptr;
        if (!at || next(at = blanks(at)) != ':') return nullptr;
        at = blanks(at + 1);
      }
      at = value(at, nullptr, level);
      if (!at) return nullptr;
      at = blanks(at);
      if (next(at) == closing) return at + 1;
      if (next(at) != ',') return nullptr;
      at = blanks(at + 1);
    }
  }

  template <size_t size>
  ASSAY_INLINE const uint8_t *word(const uint8_t *at, const char (&word)[size], uint8_t kind, double number,
                                   assay_json_cell *cell) const {
    constexpr ptrdiff_t count = size - 1;
    if (limit - at < count || memcmp(at, word, size_t(count)) != 0) return nullptr;
    if (cell) *cell = {number, 0, 0, kind};
    return at + count;
  }

  ASSAY_INLINE const uint8_t *decimal(const uint8_t *at, assay_json_cell *cell) const {
    const uint8_t *const first = at + (*at == '-');
    if (limit - first >= block_size) {
      // Digits and at most one point, as most numbers are, end at the second other byte or at the first one.
      Block bytes;
      memcpy(&bytes, first, sizeof bytes);
      const uint32_t others = PLACES(OTHER_THAN_DIGITS(bytes));
      const uint32_t behind = others & (others - 1);
      if (behind) {
        const int point = __builtin_ctz(others);
        const bool has_point = first[point] == '.';
        const int end = has_point ? __builtin_ctz(behind) : point;
        const bool is_plain = point > 0 && (*first != '0' || point == 1) && end != point + 1 && (first[end] | 0x20) != 'e';
        if (is_plain) return number_of(at, first + end, cell);
      }
    }
    return other_number(at, cell);
  }

  ASSAY_INLINE const uint8_t *number_of(const uint8_t *at, const uint8_t *end, assay_json_cell *cell) const {
    if (!cell) return end;
    cell->kind = ASSAY_JSON_NUMBER;
    return number(at, end, limit, cell->number) ? end : nullptr;
  }

  // A number that is written in any way.
  const uint8_t *other_number(const uint8_t *at, assay_json_cell *cell) const {
    Number found;
    assay_json_cell ignored;
    return scan(at, limit, found) ? number_of(at, found.end, cell ? cell : &ignored) : nullptr;
  }

  // Behind a text, which is UTF-8 with right escapes and without control characters.
  ASSAY_INLINE const uint8_t *text(const uint8_t *at, assay_json_cell *cell) {
    const uint8_t *const first = at + 1;
    const uint8_t *const last = special(first);
    if (next(last) != '"') return other_text(first, last, cell);
    if (cell) *cell = {0, size_t(first - start), uint32_t(last - first), ASSAY_JSON_TEXT};
    return last + 1;
  }

  // The first quote, backslash, control character or byte of another than ASCII.
  ASSAY_INLINE const uint8_t *special(const uint8_t *at) const {
    for (; limit - at >= block_size; at += block_size) {
      Block bytes;
      memcpy(&bytes, at, sizeof bytes);
      const auto found = (bytes == uint8_t('"')) | (bytes == uint8_t('\\')) | ODD(bytes);
      const uint32_t places = PLACES(found);
      if (places) return at + __builtin_ctz(places);
    }
    while (at < limit && *at != '"' && *at != '\\' && uint8_t(*at - 0x20) < 0x60) at += 1;
    return at;
  }

  const uint8_t *other_text(const uint8_t *first, const uint8_t *last, assay_json_cell *cell) {
    bool has_escapes = false, is_foreign = false;
    for (; next(last) != '"'; last = special(last)) {
      if (next(last) < 0x20) return nullptr;
      is_foreign |= *last >= 0x80;
      has_escapes |= *last == '\\';
      last += *last == '\\' ? 2 : 1;
      if (last >= limit) return nullptr;
    }
    const std::string_view written(reinterpret_cast<const char *>(first), size_t(last - first));
    if (is_foreign && !is_utf8(first, last)) return nullptr;
    std::string &result = cell ? texts : unescaped;
    if (!cell) result.clear();
    const size_t offset = result.size();
    if (has_escapes && !unescape(written, result)) return nullptr;
    if (cell && has_escapes) *cell = {0, offset, uint32_t(result.size() - offset), ASSAY_JSON_ESCAPED};
    else if (cell) *cell = {0, size_t(first - start), uint32_t(written.size()), ASSAY_JSON_TEXT};
    return last + 1;
  }

  // Behind a number of digits and at most a sign and a point, as most are, that ends with a byte; null for others.
  ASSAY_INLINE const uint8_t *short_number(const uint8_t *at, uint8_t stop, assay_json_cell *cell) const {
    Block bytes;
    memcpy(&bytes, at, sizeof bytes);
    const uint32_t stops = PLACES(bytes == stop);
    if (!stops) return nullptr;
    const int length = __builtin_ctz(stops), sign = *at == '-';
    const uint32_t own = (stops & (0 - stops)) - 1;
    const uint32_t others = PLACES(OTHER_THAN_DIGITS(bytes)) & own & ~uint32_t(sign);
    const uint32_t points = PLACES(bytes == uint8_t('.')) & own;
    // A point has digits before and behind it; no other number than 0 itself and what is below 1 begins with a 0.
    const uint32_t inside = own >> 1 & ~(uint32_t(1) << sign);
    const uint32_t wrong = (others & ~(points & inside)) | (others & (others - 1));
    const int leads = int(at[sign] != '0') | int(length == sign + 1) | int(others == uint32_t(2) << sign);
    // All at once: whether a number has a sign or begins with 0 is no news, so nothing is foreseen of it.
    if ((int(wrong == 0) & int(length > sign) & leads) == 0) return nullptr;
#if defined(__x86_64__)
    // What is known of its digits is not found out again.
    if (cell && is_wide && sign == 0 && length - int(others != 0) <= 15) {
      const int point = others ? __builtin_ctz(others) : length;
      cell->kind = ASSAY_JSON_NUMBER;
      cell->number = assay_decimal(_mm_loadu_si128(reinterpret_cast<const __m128i *>(at)), length, point);
      return at + length;
    }
#endif
    return number_of(at, at + length, cell);
  }

  // Behind a text of ASCII without escapes; null for others.
  ASSAY_INLINE const uint8_t *short_text(const uint8_t *at, assay_json_cell *cell) const {
    const uint8_t *const first = at + 1;
    for (at = first; limit - at >= block_size; at += block_size) {
      Block bytes;
      memcpy(&bytes, at, sizeof bytes);
      const uint32_t places = PLACES((bytes == uint8_t('"')) | (bytes == uint8_t('\\')) | ODD(bytes));
      if (!places) continue;
      const uint8_t *const last = at + __builtin_ctz(places);
      if (*last != '"') return nullptr;
      if (cell) *cell = {0, size_t(first - start), uint32_t(last - first), ASSAY_JSON_TEXT};
      return last + 1;
    }
    return nullptr;
  }
};

}  // namespace assay
