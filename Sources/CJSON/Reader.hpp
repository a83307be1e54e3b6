#pragma once

#include "Document.hpp"
#include "Numbers.hpp"

// What paths lead to in a document, and what stands there.

namespace assay {

// The parts of a text between separators.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// One step of a path: a name, and the place of an element when it is digits.
struct Step {
  std::string_view name;
  size_t place = SIZE_MAX;

  explicit Step(std::string_view name) : name(name) {
    if (name.empty() || name.size() > 9) return;
    size_t value = 0;
    for (const char digit : name) {
      if (digit < '0' || digit > '9') return;
      value = value * 10 + size_t(digit - '0');
    }
    place = value;
  }
};

using Path = std::vector<Step>;

inline Path steps(std::string_view path) {
  Path result;
  if (path.empty()) return result;
  for (const std::string_view name : split(path, '/')) result.emplace_back(name);
  return result;
}

// Reads the values of a checked document.
class Reader {
  assay_json &json;
  const Tokens tokens;
  Escapes escapes;
  std::string name_text;

 public:
  Reader(assay_json &json, const uint8_t *bytes)
      : json(json), tokens(json, bytes), escapes(tokens, json.has_escapes) {
    json.texts.clear();
  }

  // Hands the values below an array or object to `take`, each with the token of its name, if it has one, and its place,
  // until it returns false; there are none below what is no value.
  template <typename Take> void each(uint32_t value, Take take) const {
    if (value == nowhere) return;
    const uint8_t bracket = tokens[value];
    if (bracket != '{' && bracket != '[') return;
    const uint32_t last = json.closing[value];
    const uint32_t skipped = bracket == '{' ? 2 : 0;
    size_t place = 0;
    for (uint32_t token = value + 1; token < last; place += 1) {
      const uint32_t child = token + skipped;
      if (!take(skipped ? token : nowhere, place, child)) return;
      const uint8_t first = tokens[child];
      // Behind the value stands a comma, or the end.
      token = (first == '{' || first == '[' ? json.closing[child] : child) + 2;
    }
  }

  // The object whose names this one has; `nowhere` when not all of its values are scalars.
  uint32_t model(uint32_t value) const {
    return tokens[value] == '{' && json.closing[value] > value + 1 ? json.closing[value + 1] : nowhere;
  }

  // A member's name; good until the next one is asked for.
  std::string_view name(uint32_t token) {
    const std::string_view text = tokens.text(token);
    if (!json.has_escaped_names || text.find('\\') == std::string_view::npos) return text;
    name_text.clear();
    unescape(text, name_text);
    return name_text;
  }

  // The value a path leads to from another; `nowhere` when it leads nowhere.
  uint32_t follow(uint32_t value, const Step *step, const Step *last) {
    for (; step != last && value != nowhere; step += 1) {
      uint32_t found = nowhere;
      each(value, [&](uint32_t named, size_t place, uint32_t child) {
        if (named == nowhere ? place == step->place : name(named) == step->name) found = child;
        return found == nowhere;
      });
      value = found;
    }
    return value;
  }

  uint32_t follow(uint32_t value, const Path &path) { return follow(value, path.data(), path.data() + path.size()); }

  // Cells are made where they are wanted: to copy one made of parts takes longer than to make it.
  void read_text(uint32_t token, bool may_be_escaped, assay_json_cell &cell) {
    std::string_view text = tokens.text(token);
    cell.kind = ASSAY_JSON_TEXT;
    cell.offset = size_t(reinterpret_cast<const uint8_t *>(text.data()) - tokens.bytes);
    if (may_be_escaped && text.find('\\') != std::string_view::npos) {
      cell.kind = ASSAY_JSON_ESCAPED;
      cell.offset = json.texts.size();
      unescape(text, json.texts);
      text = std::string_view(json.texts).substr(cell.offset);
    }
    cell.length = uint32_t(text.size());
  }

  void read_name(uint32_t token, assay_json_cell &cell) {
    cell = {};
    read_text(token, json.has_escaped_names, cell);
  }

  void read(uint32_t value, assay_json_cell &cell) {
    cell = {};
    if (value == nowhere) return;
    switch (tokens[value]) {
    case '"': return read_text(value, escapes.within(tokens.start(value), tokens.end(value)), cell);
    case '{':
    case '[': cell.kind = ASSAY_JSON_OTHER; break;
    case 'n': cell.kind = ASSAY_JSON_NULL; break;
    case 't':
    case 'f':
      cell.kind = ASSAY_JSON_BOOL;
      cell.number = tokens[value] == 't' ? 1 : 0;
      break;
    default:
      if (number(tokens.start(value), tokens.end(value), tokens.limit(), cell.number)) cell.kind = ASSAY_JSON_NUMBER;
    }
  }

  // Whether all rows below `value` had room.
  bool select(uint32_t value, const Path &path, size_t step, size_t limit) {
    for (; step < path.size() && path[step].name != "*"; step += 1) value = follow(value, &path[step], &path[step] + 1);
    if (value == nowhere) return true;
    if (step == path.size()) {
      if (json.rows.size() == limit) return false;
      json.rows.push_back(value);
      return true;
    }
    bool had_room = true;
    each(value, [&](uint32_t, size_t, uint32_t child) { return had_room = select(child, path, step + 1, limit); });
    return had_room;
  }
};

}  // namespace assay
