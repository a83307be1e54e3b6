#pragma once

#include <string>
#include <string_view>

#include "CSimdJSON.h"

namespace assay {

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
