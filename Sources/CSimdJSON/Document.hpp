#pragma once

#include <algorithm>
#include <memory>

#include "Repair.hpp"
#include "Walk.hpp"

using namespace simdjson;
using std::string_view;

// A document as simdjson's tape, and the bytes that it was made of, with some to spare.
struct assay_json {
  dom::parser parser;
  dom::element root;
  std::string text;
  // The selected rows, and where they are.
  std::vector<dom::element> rows;
  std::string path;
  std::string paths;
  // What stood where the document has marks now.
  std::vector<std::pair<size_t, const char *>> broken;
  // Whether what reads as zero is known to be written as zero.
  bool is_settled = false;

  error_code parse(string_view bytes) {
    text.assign(bytes).append(SIMDJSON_PADDING, ' ');
    return parser.parse(text.data(), bytes.size(), false).get(root);
  }
};

namespace {

// Hands on the values below an array or object, each with its name, which is null in an array, until `take` returns false;
// whether it never did.
template <typename Take> bool each(dom::element value, Take take) {
  dom::object object;
  dom::array array;
  if (!value.get(object)) {
    for (const dom::key_value_pair member : object)
      if (!take(&member.key, member.value)) return false;
  } else if (!value.get(array)) {
    for (const dom::element child : array)
      if (!take(static_cast<const string_view *>(nullptr), child)) return false;
  }
  return true;
}

assay_json_cell text_cell(string_view text) {
  return {0, reinterpret_cast<const uint8_t *>(text.data()), uint32_t(text.size()), ASSAY_JSON_TEXT};
}

bool is_mark(const assay_json &json, string_view text) {
  return !json.broken.empty() && assay::Repair::number(text) < json.broken.size();
}

assay_json_cell broken_cell(string_view mark) {
  return {double(assay::Repair::number(mark)), nullptr, 0, ASSAY_JSON_BROKEN};
}

// Finds the first mark within a value; whether there is one.
bool find_mark(const assay_json &json, dom::element value, assay_json_cell &cell) {
  string_view text;
  if (!value.get_string().get(text)) {
    if (!is_mark(json, text)) return false;
    cell = broken_cell(text);
    return true;
  }
  return !each(value, [&](const string_view *name, dom::element child) {
    if (!name || !is_mark(json, *name)) return !find_mark(json, child, cell);
    cell = broken_cell(*name);
    return false;
  });
}

// Puts a value into a cell; false when it reads as zero and nobody knows whether it is.
bool put(const assay_json &json, dom::element value, assay_json_cell &cell) {
  string_view text;
  bool truth = false;
  cell = {0, nullptr, 0, ASSAY_JSON_NUMBER};
  if (!value.get_double().get(cell.number)) return cell.number != 0 || json.is_settled || !value.is_double();
  if (!value.get_string().get(text)) cell = is_mark(json, text) ? broken_cell(text) : text_cell(text);
  else if (!value.get_bool().get(truth)) cell = {double(truth), nullptr, 0, ASSAY_JSON_BOOL};
  else cell.kind = value.is_null() ? ASSAY_JSON_MISSING : ASSAY_JSON_OTHER;
  return true;
}

// Whether all rows below `value` had room.
bool select(assay_json &json, dom::element value, string_view path, size_t limit) {
  const size_t star = path.find("/*");
  if (value.at_pointer(path.substr(0, star)).get(value)) return true;
  if (star != path.npos)
    return each(value, [&](const string_view *, dom::element child) {
      return select(json, child, path.substr(star + 2), limit);
    });
  json.rows.push_back(value);
  return json.rows.size() <= limit;
}

}  // namespace
