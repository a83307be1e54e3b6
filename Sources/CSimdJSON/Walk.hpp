#pragma once

#include <simdjson.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "CSimdJSON.h"

namespace assay {

// A walk over the tokens of a document, for what simdjson's tape does not tell: where it goes wrong, and how its numbers
// are written. It is slow, and most documents need none.
class Walk {
  const bool is_for_small;
  std::string text;
  const size_t count;
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  // The place of the token that was come to last.
  size_t place = 0;

 public:
  // What makes other tokens of some numbers, and where: an exponent behind integers that may be beyond 64 bits, so that
  // they are read as doubles; or quotes around what is too small for a double, which is read as zero.
  std::vector<std::pair<size_t, const char *>> insertions;
  assay_json_fault fault = {0, 0, ""};

  // Walks all of a text that has bytes to spare.
  Walk(std::string_view padded, bool is_for_small)
      : is_for_small(is_for_small), text(padded), count(padded.size() - simdjson::SIMDJSON_PADDING) {
    simdjson::error_code error = walk();
    if (error == simdjson::UNCLOSED_STRING) {
      // What stands before that text may be wrong, and is walked without it.
      size_t quote = text.rfind('"');
      while (quote != text.npos && quote > 0 && text[quote - 1] == '\\') quote = text.rfind('"', quote - 1);
      std::fill(text.begin() + ptrdiff_t(quote == text.npos ? 0 : quote), text.end(), ' ');
      error = walk();
      if (!error) error = simdjson::EMPTY;
    }
    if (error == simdjson::UNESCAPED_CHARS) place = control_character();
    const bool is_cut = place == count || error == simdjson::EMPTY || error == simdjson::INCOMPLETE_ARRAY_OR_OBJECT;
    if (error) fault = {is_cut ? ASSAY_JSON_CUT : ASSAY_JSON_WRONG, place, words(error)};
  }

  // Whether a text may hold a number too small for a double: one with an exponent of three digits, or with very many zeros.
  static bool may_be_small(std::string_view text) {
    constexpr size_t zeros = 100;
    for (size_t place = text.find('-', 1); place != text.npos; place = text.find('-', place + 1))
      if ((text[place - 1] | 0x20) == 'e' && text.find_first_not_of("0123456789", place + 1) > place + 3) return true;
    for (size_t place = 0; place + zeros <= text.size(); place += zeros)
      if (text[place] == '0' && text.find_first_not_of('0', place) >= place + zeros) return true;
    return false;
  }

  // The text with its insertions, and without bytes to spare.
  std::string rewritten() const {
    std::string result;
    size_t from = 0;
    for (const auto &[place, inserted] : insertions) {
      result.append(text, from, place - from).append(inserted);
      from = place;
    }
    return result.append(text, from, count - from);
  }

 private:
  // Comes to the next token; whether there is one.
  bool come() {
    const char *next = nullptr;
    const bool is_over = document.current_location().get(next);
    place = is_over ? count : size_t(next - text.data());
    return !is_over;
  }

  simdjson::error_code walk() {
    simdjson::ondemand::value root;
    SIMDJSON_TRY(parser.iterate(text.data(), count, text.size()).get(document));
    SIMDJSON_TRY(document.get_value().get(root));
    const simdjson::error_code error = value(root, 0);
    if (!error) return come() ? simdjson::TRAILING_CONTENT : simdjson::SUCCESS;
    // Behind the last token there is nothing that could be wrong.
    const size_t fault = place;
    if (error != simdjson::TAPE_ERROR || !come() || place < count) place = fault;
    return error;
  }

  simdjson::error_code value(simdjson::ondemand::value value, size_t level) {
    using simdjson::ondemand::json_type;
    json_type type;
    bool is_null = false;
    come();
    SIMDJSON_TRY(value.type().get(type));
    switch (type) {
    case json_type::array: {
      simdjson::ondemand::array array;
      if (level == ASSAY_JSON_DEPTH) return simdjson::DEPTH_ERROR;
      SIMDJSON_TRY(value.get_array().get(array));
      for (auto element : array) {
        simdjson::ondemand::value child;
        SIMDJSON_TRY(element.get(child));
        SIMDJSON_TRY(this->value(child, level + 1));
        come();
      }
      return simdjson::SUCCESS;
    }
    case json_type::object: {
      simdjson::ondemand::object object;
      if (level == ASSAY_JSON_DEPTH) return simdjson::DEPTH_ERROR;
      SIMDJSON_TRY(value.get_object().get(object));
      come();
      for (auto member : object) {
        simdjson::ondemand::field field;
        SIMDJSON_TRY(std::move(member).get(field));
        SIMDJSON_TRY(field.unescaped_key().error());
        SIMDJSON_TRY(this->value(field.value(), level + 1));
        come();
      }
      return simdjson::SUCCESS;
    }
    case json_type::string: return value.get_string().error();
    case json_type::boolean: return scalar(!value.get_bool().error(), simdjson::T_ATOM_ERROR);
    case json_type::null: return scalar(!value.is_null().get(is_null) && is_null, simdjson::N_ATOM_ERROR);
    case json_type::number: return scalar(number(value), simdjson::NUMBER_ERROR);
    }
    return simdjson::TAPE_ERROR;
  }

  // What is wrong with a word or a number, if it is: the bytes may end within it.
  simdjson::error_code scalar(bool is_right, simdjson::error_code error) {
    if (is_right) return simdjson::SUCCESS;
    if (text.find_first_of(" \t\r\n,:[]{}\"", place) >= count) place = count;
    return error;
  }

  // Whether it is a number that a double can hold.
  bool number(simdjson::ondemand::value value) {
    std::string_view token = value.raw_json_token();
    token = token.substr(0, token.find_first_of(" \t\r\n"));
    double number = 0;
    if (value.get_double().get(number)) return false;
    const size_t start = size_t(token.data() - text.data()), end = start + token.size();
    const std::string_view digits = token.substr(0, token.find_first_of("eE"));
    if (!is_for_small) {
      // Up to 18 digits fit in 64 bits.
      if (token.size() > 18 && token.find_first_of(".eE") == token.npos) insertions.emplace_back(end, "e0");
    } else if (number == 0 && digits.find_first_of("123456789") != digits.npos) {
      insertions.emplace_back(start, "\"");
      insertions.emplace_back(end, "\"");
    }
    return true;
  }

  // The first control character within a text.
  size_t control_character() const {
    for (size_t place = 0; place < count; place += 1) {
      if (text[place] != '"') continue;
      for (place += 1; place < count && text[place] != '"'; place += 1) {
        if (text[place] == '\\') place += 1;
        if (uint8_t(text[place]) < 0x20) return place;
      }
    }
    return 0;
  }

  static const char *words(simdjson::error_code error) {
    switch (error) {
    case simdjson::UNESCAPED_CHARS: return "a control character in a text must be escaped";
    case simdjson::STRING_ERROR: return "a text has a wrong escape";
    case simdjson::NUMBER_ERROR: return "this is not a number that a double can have";
    case simdjson::DEPTH_ERROR: return "it is nested too deep";
    case simdjson::TRAILING_CONTENT: return "something follows the end of the document";
    case simdjson::T_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR: return "no value begins so";
    default: return "a value, a name in quotes, a colon, a comma or a bracket is missing";
    }
  }
};

// The first value of a text; where that does not end, what of it stands before the last comma, or behind some rows, closed.
inline std::string closed(std::string_view text, size_t rows) {
  std::string open, closing;
  size_t end = 0;
  for (size_t place = 0; place < text.size() && rows > 0; place += 1) {
    switch (const char byte = text[place]) {
    case '"':
      for (place += 1; place < text.size() && text[place] != '"'; place += 1) place += text[place] == '\\';
      break;
    case '[':
    case '{':
      if (open.size() == ASSAY_JSON_DEPTH) return "";
      open += char(byte + 2);
      break;
    case ']':
    case '}':
      if (!open.empty()) open.pop_back();
      if (open.empty()) return std::string(text.substr(0, place + 1));
      break;
    case ',':
      end = place;
      closing = open;
      rows -= open == "]";
      break;
    default: break;
    }
  }
  return std::string(text.substr(0, end)) + std::string(closing.rbegin(), closing.rend());
}

}  // namespace assay
