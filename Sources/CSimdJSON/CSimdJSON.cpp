#include "CSimdJSON.h"

#include <new>
#include <string_view>
#include <vector>

#include <simdjson.h>

namespace dom = simdjson::dom;

struct assay_json {
  dom::document document;
  std::vector<dom::element> rows;
};

static_assert(ASSAY_JSON_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads beyond what the caller promises");

namespace {

using Path = std::vector<std::string_view>;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Path steps(std::string_view path) { return path.empty() ? Path() : split(path, '/'); }

bool index(std::string_view step, size_t &result) {
  if (step.empty() || step.size() > 9) return false;
  result = 0;
  for (const char digit : step) {
    if (digit < '0' || digit > '9') return false;
    result = result * 10 + size_t(digit - '0');
  }
  return true;
}

bool follow(dom::element &value, const Path &path) {
  for (const std::string_view step : path) {
    dom::object object;
    dom::array array;
    size_t position;
    if (!value.get(object)) {
      if (object.at_key(step).get(value)) return false;
    } else if (!value.get(array) && index(step, position)) {
      if (array.at(position).get(value)) return false;
    } else {
      return false;
    }
  }
  return true;
}

// The names of members and the texts lie in the document's one buffer of strings.
assay_json_cell text_cell(const assay_json &json, std::string_view text) {
  assay_json_cell cell = {};
  cell.kind = ASSAY_JSON_TEXT;
  cell.offset = size_t(reinterpret_cast<const uint8_t *>(text.data()) - json.document.string_buf.get());
  cell.length = uint32_t(text.size());
  return cell;
}

assay_json_cell cell(const assay_json &json, dom::element value, const Path &path) {
  assay_json_cell result = {};
  if (!follow(value, path)) return result;
  std::string_view text;
  bool truth;
  switch (value.type()) {
  case dom::element_type::STRING:
    if (!value.get(text)) return text_cell(json, text);
    break;
  case dom::element_type::INT64:
  case dom::element_type::UINT64:
  case dom::element_type::DOUBLE:
    if (!value.get(result.number)) result.kind = ASSAY_JSON_NUMBER;
    break;
  case dom::element_type::BOOL:
    if (!value.get(truth)) result.number = truth ? 1 : 0;
    result.kind = ASSAY_JSON_BOOL;
    break;
  case dom::element_type::NULL_VALUE:
    result.kind = ASSAY_JSON_NULL;
    break;
  default:
    result.kind = ASSAY_JSON_OTHER;
  }
  return result;
}

// Whether all rows below `value` had room.
bool select(assay_json &json, dom::element value, const Path &path, size_t step, size_t limit) {
  while (step < path.size() && path[step] != "*") {
    if (!follow(value, {path[step]})) return true;
    step += 1;
  }
  if (step == path.size()) {
    if (json.rows.size() == limit) return false;
    json.rows.push_back(value);
    return true;
  }
  dom::array array;
  dom::object object;
  if (!value.get(array)) {
    for (const dom::element element : array)
      if (!select(json, element, path, step + 1, limit)) return false;
  } else if (!value.get(object)) {
    for (const dom::key_value_pair member : object)
      if (!select(json, member.value, path, step + 1, limit)) return false;
  }
  return true;
}

}  // namespace

extern "C" {

assay_json *assay_json_parse(const uint8_t *bytes, size_t count, size_t depth, int32_t *code) noexcept {
  try {
    auto json = std::make_unique<assay_json>();
    // The parser's own buffers are as large as the document's: they go when it is parsed.
    dom::parser parser;
    simdjson::error_code error = parser.allocate(count, depth);
    if (!error) error = parser.parse_into_document(json->document, bytes, count, false).error();
    if (!error) {
      *code = 0;
      return json.release();
    }
    const bool exhausted = error == simdjson::MEMALLOC || error == simdjson::CAPACITY;
    *code = exhausted ? ASSAY_JSON_NO_MEMORY : int32_t(error);
  } catch (const std::bad_alloc &) {
    *code = ASSAY_JSON_NO_MEMORY;
  }
  return nullptr;
}

void assay_json_free(assay_json *json) noexcept { delete json; }

const char *assay_json_message(int32_t code) noexcept {
  return code > 0 && code < simdjson::NUM_ERROR_CODES ? simdjson::error_message(simdjson::error_code(code)) : "";
}

const uint8_t *assay_json_texts(const assay_json *json) noexcept { return json->document.string_buf.get(); }

assay_json_cell assay_json_value(const assay_json *json, const char *path) noexcept {
  try {
    return cell(*json, json->document.root(), steps(path));
  } catch (const std::bad_alloc &) {
    return {};
  }
}

int64_t assay_json_select(assay_json *json, const char *path, size_t limit) noexcept {
  try {
    json->rows.clear();
    if (select(*json, json->document.root(), steps(path), 0, limit)) return int64_t(json->rows.size());
  } catch (const std::bad_alloc &) {
  }
  return ASSAY_JSON_NO_MEMORY;
}

size_t assay_json_fill(const assay_json *json, size_t first, size_t count, const char *columns,
                       assay_json_cell *cells) noexcept {
  if (first >= json->rows.size()) return 0;
  if (count > json->rows.size() - first) count = json->rows.size() - first;
  try {
    std::vector<Path> paths;
    for (const std::string_view column : split(columns, '\n')) paths.push_back(steps(column));
    for (size_t row = first; row < first + count; row += 1)
      for (const Path &path : paths) *cells++ = cell(*json, json->rows[row], path);
    return count;
  } catch (const std::bad_alloc &) {
    return 0;
  }
}

size_t assay_json_names(const assay_json *json, const char *path, assay_json_cell *cells, size_t limit) noexcept {
  try {
    std::vector<std::string_view> names;
    const Path below = steps(path);
    for (dom::element row : json->rows) {
      dom::object object;
      if (!follow(row, below) || row.get(object)) continue;
      for (const dom::key_value_pair member : object) {
        bool known = false;
        for (const std::string_view name : names) known = known || name == member.key;
        if (known) continue;
        if (names.size() == limit) return limit + 1;
        *cells++ = text_cell(*json, member.key);
        names.push_back(member.key);
      }
    }
    return names.size();
  } catch (const std::bad_alloc &) {
    return 0;
  }
}

}  // extern "C"
