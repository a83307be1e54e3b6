#include "Document.hpp"
#include "Numbers.hpp"

namespace assay {
namespace {

bool hexadecimal(std::string_view text, size_t at, uint32_t &value) {
  if (at > text.size() || text.size() - at < 4) return false;
  value = 0;
  for (const char digit : text.substr(at, 4)) {
    const uint8_t lower = uint8_t(digit) | 0x20;
    if (is_digit(uint8_t(digit))) value = value * 16 + uint32_t(digit - '0');
    else if (lower >= 'a' && lower <= 'f') value = value * 16 + uint32_t(lower - 'a' + 10);
    else return false;
  }
  return true;
}

void append(uint32_t scalar, std::string &result) {
  if (scalar < 0x80) {
    result += char(scalar);
    return;
  }
  if (scalar < 0x800) {
    result += char(0xc0 | scalar >> 6);
  } else {
    if (scalar < 0x10000) {
      result += char(0xe0 | scalar >> 12);
    } else {
      result += char(0xf0 | scalar >> 18);
      result += char(0x80 | (scalar >> 12 & 0x3f));
    }
    result += char(0x80 | (scalar >> 6 & 0x3f));
  }
  result += char(0x80 | (scalar & 0x3f));
}

}  // namespace

bool unescape(std::string_view text, std::string &result) {
  static constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  while (true) {
    const size_t escape = text.find('\\');
    result += text.substr(0, escape);
    if (escape == std::string_view::npos) return true;
    text.remove_prefix(escape + 1);
    if (text.empty()) return false;
    const size_t letter = letters.find(text[0]);
    if (letter != std::string_view::npos) {
      result += meanings[letter];
      text.remove_prefix(1);
      continue;
    }
    uint32_t scalar, low;
    if (text[0] != 'u' || !hexadecimal(text, 1, scalar)) return false;
    text.remove_prefix(5);
    if (scalar >= 0xd800 && scalar < 0xe000) {
      // Two halves of a surrogate pair, or none.
      if (scalar >= 0xdc00 || text.substr(0, 2) != "\\u" || !hexadecimal(text, 2, low)) return false;
      if (low < 0xdc00 || low >= 0xe000) return false;
      scalar = 0x10000 + ((scalar - 0xd800) << 10) + (low - 0xdc00);
      text.remove_prefix(6);
    }
    append(scalar, result);
  }
}

}  // namespace assay
