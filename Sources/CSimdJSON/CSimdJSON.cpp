#include "CSimdJSON.h"

#include <new>

#include "Document.hpp"

using namespace assay;

namespace {

constexpr uint32_t nowhere = UINT32_MAX;

// The parts of a text between separators.
std::vector<std::string_view> split(std::string_view text, char separator) {
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

Path steps(std::string_view path) {
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
  // until it returns false.
  template <typename Take> void each(uint32_t value, Take take) const {
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

  assay_json_cell text(uint32_t token, bool may_be_escaped) {
    assay_json_cell cell = {};
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
    return cell;
  }

  assay_json_cell name_cell(uint32_t token) { return text(token, json.has_escaped_names); }

  assay_json_cell cell(uint32_t value) {
    assay_json_cell cell = {};
    if (value == nowhere) return cell;
    switch (tokens[value]) {
    case '"': return text(value, escapes.within(tokens.start(value), tokens.end(value)));
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
    return cell;
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

// The columns of a table, found in one pass over what lies below a row.
class Columns {
  struct Column {
    size_t cell;
    Path path;
  };

  std::vector<size_t> rows;
  // By the length of the first step's name, which tells most members that nobody asks for.
  std::vector<Column> members[32];
  uint32_t lengths = 0;
  // Those whose first step may be an element's place.
  std::vector<Column> elements;

 public:
  size_t count = 0;

  explicit Columns(std::string_view lines) {
    for (const std::string_view line : split(lines, '\n')) {
      const Path path = steps(line);
      if (path.empty()) {
        rows.push_back(count);
      } else {
        const size_t length = path[0].name.size() % 32;
        members[length].push_back({count, path});
        lengths |= uint32_t(1) << length;
        if (path[0].place != SIZE_MAX) elements.push_back({count, path});
      }
      count += 1;
    }
  }

  void fill(Reader &reader, uint32_t row, assay_json_cell *cells) const {
    for (size_t cell = 0; cell < count; cell += 1) cells[cell] = {};
    for (const size_t cell : rows) cells[cell] = reader.cell(row);
    reader.each(row, [&](uint32_t named, size_t place, uint32_t child) {
      if (named == nowhere) {
        for (const Column &column : elements)
          if (column.path[0].place == place) take(reader, column, child, cells);
        return true;
      }
      const std::string_view name = reader.name(named);
      const size_t length = name.size() % 32;
      if (!(lengths >> length & 1)) return true;
      for (const Column &column : members[length])
        if (column.path[0].name == name) take(reader, column, child, cells);
      return true;
    });
  }

 private:
  static void take(Reader &reader, const Column &column, uint32_t value, assay_json_cell *cells) {
    // The first member of a name counts.
    if (cells[column.cell].kind != ASSAY_JSON_MISSING) return;
    const Step *path = column.path.data();
    cells[column.cell] = reader.cell(reader.follow(value, path + 1, path + column.path.size()));
  }
};

// What `work` returns, or `otherwise` when memory ends.
template <typename Work, typename Result> Result guarded(Result otherwise, Work work) {
  try {
    return work();
  } catch (const std::bad_alloc &) {
    return otherwise;
  }
}

}  // namespace

extern "C" {

assay_json *assay_json_parse(const uint8_t *bytes, size_t count, size_t depth, int32_t *code) noexcept {
  *code = ASSAY_JSON_NO_MEMORY;
  return guarded(static_cast<assay_json *>(nullptr), [&]() -> assay_json * {
    auto json = std::make_unique<assay_json>();
    json->count = count;
    const simdjson::implementation &fastest = *simdjson::get_active_implementation();
    simdjson::error_code error = fastest.create_dom_parser_implementation(count, depth, json->scan);
    if (!error) error = json->scan->stage1(bytes, count, simdjson::stage1_mode::regular);
    if (!error) {
      json->closing.reset(new uint32_t[json->scan->n_structural_indexes]);
      error = check(*json, bytes, depth);
    }
    if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY) return nullptr;
    *code = int32_t(error);
    return error ? nullptr : json.release();
  });
}

void assay_json_free(assay_json *json) noexcept { delete json; }

const char *assay_json_message(int32_t code) noexcept {
  return code > 0 && code < simdjson::NUM_ERROR_CODES ? simdjson::error_message(simdjson::error_code(code)) : "";
}

const uint8_t *assay_json_texts(const assay_json *json, size_t *count) noexcept {
  *count = json->texts.size();
  return reinterpret_cast<const uint8_t *>(json->texts.data());
}

assay_json_cell assay_json_value(assay_json *json, const uint8_t *bytes, const char *path) noexcept {
  return guarded(assay_json_cell(), [&] {
    Reader reader(*json, bytes);
    return reader.cell(reader.follow(0, steps(path)));
  });
}

int64_t assay_json_select(assay_json *json, const uint8_t *bytes, const char *path, size_t limit) noexcept {
  return guarded(int64_t(ASSAY_JSON_NO_MEMORY), [&] {
    json->rows.clear();
    const bool had_room = Reader(*json, bytes).select(0, steps(path), 0, limit);
    return had_room ? int64_t(json->rows.size()) : int64_t(ASSAY_JSON_NO_MEMORY);
  });
}

size_t assay_json_fill(assay_json *json, const uint8_t *bytes, size_t first, size_t count, const char *columns,
                       assay_json_cell *cells) noexcept {
  if (first >= json->rows.size()) return 0;
  if (count > json->rows.size() - first) count = json->rows.size() - first;
  return guarded(size_t(0), [&] {
    const Columns table(columns);
    Reader reader(*json, bytes);
    for (size_t row = 0; row < count; row += 1) table.fill(reader, json->rows[first + row], cells + row * table.count);
    return count;
  });
}

size_t assay_json_names(assay_json *json, const uint8_t *bytes, const char *path, assay_json_cell *cells,
                        size_t limit) noexcept {
  return guarded(size_t(0), [&] {
    Reader reader(*json, bytes);
    std::vector<std::string> names;
    const Path below = steps(path);
    bool had_room = true;
    for (const uint32_t row : json->rows) {
      reader.each(reader.follow(row, below), [&](uint32_t named, size_t, uint32_t) {
        if (named == nowhere) return false;
        const std::string_view name = reader.name(named);
        for (const std::string &known : names)
          if (known == name) return true;
        had_room = names.size() < limit;
        if (!had_room) return false;
        names.emplace_back(name);
        *cells++ = reader.name_cell(named);
        return true;
      });
      if (!had_room) return limit + 1;
    }
    return names.size();
  });
}

}  // extern "C"
