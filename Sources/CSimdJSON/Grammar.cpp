#include "Document.hpp"

#include <charconv>
#include <cmath>

// The grammar of RFC 8259 over the tokens that simdjson's first stage found. The stage has seen to UTF-8, to control
// characters in texts and to their closing quotes; everything else is checked here, whether it is asked for or not.

namespace assay {
namespace {

bool is_blank(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

bool is_digit(uint8_t byte) { return uint8_t(byte - '0') < 10; }

// Whether a scalar that ended at `end` is followed by nothing but blanks up to the next token.
bool is_over(const uint8_t *end, const uint8_t *last) { return end == last || is_blank(*end); }

// What a number that may be long shows.
struct Number {
  const uint8_t *end;
  bool is_integer = true;
  bool has_exponent = false;
};

const uint8_t *digits(const uint8_t *byte, const uint8_t *last) {
  while (byte < last && is_digit(*byte)) byte += 1;
  return byte;
}

bool scan(const uint8_t *first, const uint8_t *last, Number &number) {
  const uint8_t *start = first + (*first == '-');
  const uint8_t *byte = digits(start, last);
  if (byte == start || (*start == '0' && byte > start + 1)) return false;
  if (byte < last && *byte == '.') {
    start = byte + 1;
    byte = digits(start, last);
    number.is_integer = false;
    if (byte == start) return false;
  }
  if (byte < last && (*byte | 0x20) == 'e') {
    byte += 1;
    if (byte < last && (*byte == '+' || *byte == '-')) byte += 1;
    start = byte;
    byte = digits(start, last);
    number.is_integer = false;
    number.has_exponent = true;
    if (byte == start) return false;
  }
  number.end = byte;
  return is_over(byte, last);
}

// Eight bytes as one number, the first lowest: all machines that this runs on are little-endian.
uint64_t word(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

// One bit for each of eight bytes: whether it is no digit.
uint32_t other_than_digits(const uint8_t *bytes) {
  constexpr uint64_t each = 0x0101010101010101;
  const uint64_t value = word(bytes) ^ each * '0';
  const uint64_t high = (((value & each * 0x7f) + each * 0x76) | value) & each * 0x80;
  return uint32_t(((high >> 7) * 0x0102040810204080) >> 56);
}

// The value of at most eight digits, by pairs, then fours, then all.
uint64_t eight_digits(const uint8_t *digits, size_t count) {
  uint64_t value = count ? (word(digits) & 0x0f0f0f0f0f0f0f0f) << (64 - 8 * count) : 0;
  value = value * 10 + (value >> 8);
  return ((value & 0x000000ff000000ff) * 0x000f424000000064 + (value >> 16 & 0x000000ff000000ff) * 0x0000271000000001)
         >> 32;
}

uint64_t sixteen_digits(const uint8_t *digits, size_t count) {
  const size_t more = count > 8 ? count - 8 : 0;
  return eight_digits(digits, more) * 100000000 + eight_digits(digits + more, count - more);
}

// A number that fills its bytes with digits and at most a sign and a point, as most do. To find that out takes no step
// that depends on how long it is.
struct Plain {
  const uint8_t *first;
  size_t length;
  // Where the point stands; `length` when there is none.
  size_t point;

  // What this denies may still be a number.
  bool scan(const uint8_t *start, const uint8_t *last, const uint8_t *limit) {
    first = start + (*start == '-');
    length = size_t(last - first);
    if (length - 1 >= 24 || size_t(limit - first) < 32) return false;
    uint32_t others = other_than_digits(first) | other_than_digits(first + 8) << 8 | other_than_digits(first + 16) << 16;
    others &= (uint32_t(1) << length) - 1;
    point = others ? size_t(__builtin_ctz(others)) : length;
    const bool is_inside = point > 0 && point + 1 < length;
    const bool is_decimal = (others & (others - 1)) == 0 && is_inside && first[point] == '.';
    return (others == 0 || is_decimal) && (*first != '0' || point == 1);
  }

  size_t decimals() const { return point == length ? 0 : length - point - 1; }
};

// The nearest double of a number's text.
double nearest(const uint8_t *first, const uint8_t *last) {
  const char *start = reinterpret_cast<const char *>(first), *end = reinterpret_cast<const char *>(last);
  double value = 0;
  if (std::from_chars(start, end, value).ec == std::errc()) return value;
  // Too large or too small: this one says which.
  return simdjson::internal::from_chars(start, end);
}

bool is_number(const uint8_t *first, const uint8_t *last, const uint8_t *limit) {
  Plain plain;
  if (plain.scan(first, last, limit)) return true;
  Number number;
  if (!scan(first, last, number)) return false;
  // Only these may be larger than doubles can be.
  const bool may_be_large = number.has_exponent || number.end - first > 300;
  return !may_be_large || std::isfinite(nearest(first, number.end));
}

bool is_word(const uint8_t *first, const uint8_t *last, std::string_view word) {
  return size_t(last - first) >= word.size() && memcmp(first, word.data(), word.size()) == 0
         && is_over(first + word.size(), last);
}

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

bool number(const uint8_t *first, const uint8_t *last, const uint8_t *limit, double &result) {
  static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                      1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
  static constexpr uint64_t largest = uint64_t(1) << 53;
  Plain plain;
  if (plain.scan(first, last, limit) && plain.point <= 16 && plain.decimals() <= 16) {
    const size_t decimals = plain.decimals();
    const uint64_t whole = sixteen_digits(plain.first, plain.point);
    const uint64_t fraction = sixteen_digits(plain.first + plain.point + 1, decimals);
    // Both are exact doubles, so their quotient is the nearest one.
    if (plain.point + decimals <= 16 || whole == 0) {
      const uint64_t digits = whole * uint64_t(powers[decimals]) + fraction;
      if (digits <= largest) {
        result = double(digits) / powers[decimals];
        if (*first == '-' && (decimals > 0 || digits > 0)) result = -result;
        return true;
      }
    }
  }
  Number number;
  if (!scan(first, last, number)) return false;
  result = nearest(first, number.end);
  // The integer -0 is 0.
  if (number.is_integer && result == 0) result = 0;
  return std::isfinite(result);
}

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
