#include "Document.hpp"
#include "Numbers.hpp"

// The grammar of RFC 8259 over the tokens that simdjson's first stage found. The stage has seen to UTF-8, to control
// characters in texts and to their closing quotes; everything else is checked here, whether it is asked for or not.

namespace assay {
namespace {

bool is_word(const uint8_t *first, const uint8_t *last, std::string_view word) {
  return size_t(last - first) >= word.size() && memcmp(first, word.data(), word.size()) == 0
         && is_over(first + word.size(), last);
}

}  // namespace

simdjson::error_code check(assay_json &json, const uint8_t *bytes, size_t depth) {
  const Tokens tokens(json, bytes);
  Escapes escapes(tokens, true);
  std::vector<uint32_t> open;
  open.reserve(depth);
  std::string unescaped;
  uint32_t token = 0;
  const uint8_t *limit = tokens.limit();
  // What begins with a bracket has to end with one: then no look at a next token passes the last.
  const uint8_t opening = tokens[0], last = tokens[tokens.number - 1];
  if ((opening == '{' || opening == '[') && last != opening + 2) return simdjson::TAPE_ERROR;

  const auto is_text = [&](bool &has_escapes) {
    if (!escapes.within(tokens.start(token), tokens.end(token))) return true;
    has_escapes = true;
    unescaped.clear();
    return unescape(tokens.text(token), unescaped);
  };

  while (true) {
    // A value.
    const uint8_t first = tokens[token];
    switch (first) {
    case '{':
    case '[':
      if (open.size() == depth) return simdjson::DEPTH_ERROR;
      open.push_back(token);
      token += 1;
      if (tokens[token] == first + 2) break;
      if (first == '[') continue;
      goto name;
    case '"':
      if (!is_text(json.has_escapes)) return simdjson::STRING_ERROR;
      token += 1;
      break;
    case 't':
    case 'f':
    case 'n': {
      const std::string_view word = first == 't' ? "true" : first == 'f' ? "false" : "null";
      if (!is_word(tokens.start(token), tokens.end(token), word)) return simdjson::TAPE_ERROR;
      token += 1;
      break;
    }
    case '-':
    case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9': {
      if (!is_number(tokens.start(token), tokens.end(token), limit)) return simdjson::NUMBER_ERROR;
      token += 1;
      break;
    }
    default:
      return simdjson::TAPE_ERROR;
    }
    // What ends with it, and what comes behind.
    while (true) {
      if (open.empty() || token == tokens.number)
        return open.empty() && token == tokens.number ? simdjson::SUCCESS : simdjson::TAPE_ERROR;
      const uint8_t bracket = bytes[tokens.places[open.back()]], next = tokens[token];
      if (next == ',') {
        token += 1;
        if (bracket == '{') goto name;
        break;
      }
      if (next != bracket + 2) return simdjson::TAPE_ERROR;
      json.closing[open.back()] = token;
      open.pop_back();
      token += 1;
    }
    continue;

  name:
    if (tokens[token] != '"' || !is_text(json.has_escaped_names)) return simdjson::TAPE_ERROR;
    token += 1;
    if (tokens[token] != ':') return simdjson::TAPE_ERROR;
    token += 1;
  }
}

}  // namespace assay
