#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "CSimdJSON.h"

namespace assay {

// Puts marks in the place of texts and words that no document may have, so that each costs its row and not the document:
// half a surrogate pair, a byte that is not UTF-8, a wrong escape, `NaN`, a number that no double can hold.
class Repair {
  const std::string_view text;
  std::string result;
  // What of the text is in the result.
  size_t copied = 0;

 public:
  // What was replaced: where, and why.
  std::vector<std::pair<size_t, const char *>> broken;

  explicit Repair(std::string_view text) : text(text) {
    for (size_t place = 0; place < text.size();) {
      if (is_space_or_sign(text[place])) {
        place += 1;
        continue;
      }
      const size_t start = place;
      size_t fault = start;
      const char *words = text[place] == '"' ? pass_text(place, fault) : pass_word(place);
      // A text that does not end: the document is cut.
      if (place == text.npos) break;
      if (words) replace(start, place, fault, words);
    }
    result.append(text, copied);
  }

  const std::string &repaired() const { return result; }

  // The number of what a mark stands for; `none` for any other text.
  static size_t number(std::string_view text) {
    if (text.substr(0, prefix.size()) != prefix) return none;
    size_t number = 0;
    for (const char digit : text.substr(prefix.size())) {
      if (digit < '0' || digit > '9' || number > (size_t(1) << 32)) return none;
      number = number * 10 + size_t(digit - '0');
    }
    return number;
  }

  static constexpr size_t none = SIZE_MAX;

 private:
  static constexpr std::string_view prefix = "\x01 broken ";

  static bool is_space_or_sign(char byte) { return std::string_view(" \t\r\n,:[]{}").find(byte) != std::string_view::npos; }

  void replace(size_t start, size_t end, size_t fault, const char *words) {
    result.append(text, copied, start - copied).append("\"\\u0001 broken ").append(std::to_string(broken.size()) + '"');
    broken.emplace_back(fault, words);
    copied = end;
  }

  // Passes a text; what is wrong with it and where, if anything is.
  const char *pass_text(size_t &place, size_t &fault) const {
    const char *words = nullptr;
    const auto note = [&](size_t at, const char *what) {
      if (!words) fault = at, words = what;
    };
    for (place += 1; place < text.size(); place += 1) {
      const uint8_t byte = uint8_t(text[place]);
      if (byte == '"') {
        place += 1;
        return words;
      }
      if (byte == '\\') {
        const size_t start = place;
        const char *wrong = pass_escape(place);
        if (wrong) note(start, wrong);
      } else if (byte < 0x20) {
        note(place, "a control character in a text must be escaped");
      } else if (byte >= 0x80) {
        const size_t length = sequence(place);
        if (length == 0) note(place, "this byte is not UTF-8");
        else place += length - 1;
      }
    }
    place = text.npos;
    return nullptr;
  }

  // Passes an escape up to its last byte; what is wrong with it.
  const char *pass_escape(size_t &place) const {
    const char *wrong = "a text has a wrong escape";
    place += 1;
    if (place >= text.size()) return wrong;
    if (text[place] != 'u') return std::string_view("\"\\/bfnrt").find(text[place]) == std::string_view::npos ? wrong : nullptr;
    const uint32_t unit = hexadecimal(place + 1);
    if (unit > 0xffff) return wrong;
    place += 4;
    if (unit < 0xd800 || unit > 0xdfff) return nullptr;
    const char *half = "half of a surrogate pair is not a character";
    if (unit > 0xdbff || text.substr(place + 1, 2) != "\\u") return half;
    const uint32_t low = hexadecimal(place + 3);
    if (low < 0xdc00 || low > 0xdfff) return half;
    place += 6;
    return nullptr;
  }

  // Four digits; a number beyond 16 bits where there are none.
  uint32_t hexadecimal(size_t start) const {
    uint32_t number = 0;
    for (size_t place = start; place < start + 4; place += 1) {
      const size_t digit = place < text.size() ? std::string_view("0123456789abcdef").find(char(text[place] | 0x20)) : text.npos;
      if (digit == text.npos || (text[place] < '0' && digit < 10)) return 1 << 16;
      number = number * 16 + uint32_t(digit);
    }
    return number;
  }

  // How many bytes the character at a place has; 0 for none.
  size_t sequence(size_t place) const {
    for (size_t length = 2; length <= 4 && place + length <= text.size(); length += 1)
      if (simdjson::validate_utf8(text.data() + place, length)) return length;
    return 0;
  }

  // Passes a word or a number; what is wrong with it, if anything is.
  const char *pass_word(size_t &place) const {
    const size_t start = place;
    place = std::min(text.find_first_of(" \t\r\n,:[]{}\"", place), text.size());
    const std::string_view word = text.substr(start, place - start);
    if (word == "true" || word == "false" || word == "null") return nullptr;
    if (word == "NaN" || word == "Infinity" || word == "-Infinity")
      return "JSON has no NaN and no Infinity; write null, as Python's json.dumps(..., allow_nan=False) demands";
    if (!is_number(word)) return "this is neither a number nor a word of JSON";
    simdjson::dom::parser parser;
    double number = 0;
    const bool may_be_large = word.size() > 300 || word.find_first_of("eE") != word.npos;
    const bool is_held = !may_be_large || !parser.parse(word.data(), word.size(), true).get_double().get(number);
    return is_held ? nullptr : "this is not a number that a double can have";
  }

  static bool is_number(std::string_view word) {
    size_t place = word[0] == '-';
    const auto digits = [&] {
      const size_t start = place;
      place = std::min(word.find_first_not_of("0123456789", place), word.size());
      return place - start;
    };
    const bool is_zero = place < word.size() && word[place] == '0';
    const size_t whole = digits();
    if (whole == 0 || (is_zero && whole > 1)) return false;
    if (place < word.size() && word[place] == '.') {
      place += 1;
      if (digits() == 0) return false;
    }
    if (place < word.size() && (word[place] | 0x20) == 'e') {
      place += 1;
      if (place < word.size() && (word[place] == '+' || word[place] == '-')) place += 1;
      if (digits() == 0) return false;
    }
    return place == word.size();
  }
};

}  // namespace assay
