#include "CSimdJSON.h"

#include "Document.hpp"

namespace {

// A document that its thread is done with: to give memory back and to take it again costs as much as to parse.
thread_local std::unique_ptr<assay_json> spare;
constexpr size_t largest_spare = 1 << 20;

std::unique_ptr<assay_json> make() {
  if (spare) {
    spare->is_settled = false;
    spare->rows.clear();
    spare->path.clear();
    spare->broken.clear();
    return std::move(spare);
  }
  auto json = std::make_unique<assay_json>();
  // simdjson counts what is within the innermost brackets too.
  return json->parser.allocate(1 << 16, ASSAY_JSON_DEPTH + 1) ? nullptr : std::move(json);
}

// What `work` returns, or `otherwise` when memory ends.
template <typename Result, typename Work> Result guarded(Result otherwise, Work work) {
  try {
    return work();
  } catch (const std::bad_alloc &) {
    return otherwise;
  }
}

// Whether a text is a document where marks stand for what is wrong; a fault that it ends too early goes before others.
bool parse_marked(assay_json &json, string_view text, assay_json_fault &fault) {
  const assay::Repair repair(text);
  if (repair.broken.empty()) return false;
  json.broken = repair.broken;
  if (!json.parse(repair.repaired())) return true;
  const assay::Walk walk(json.text, false);
  if (walk.fault.code == 0 && !json.parse(walk.rewritten())) return true;
  if (walk.fault.code == ASSAY_JSON_CUT) fault = walk.fault;
  json.broken.clear();
  return false;
}

// Whether a text is a document; why not is in `fault` then, which says before that memory ended.
bool parse(assay_json &json, string_view text, assay_json_fault &fault) {
  const error_code error = json.parse(text);
  if (!error) return true;
  if (error == MEMALLOC || error == CAPACITY) return false;
  // The parser refuses a document for an integer beyond 64 bits that nobody may ask for.
  const assay::Walk walk(json.text, false);
  fault = walk.fault;
  if (fault.code == 0 && !json.parse(walk.rewritten())) return true;
  if (fault.code != 0 && parse_marked(json, text, fault)) return true;
  if (fault.code == 0) fault = {ASSAY_JSON_WRONG, 0, error_message(error)};
  return false;
}

// Makes texts, which no reader takes for numbers, of numbers that are too small for a double and read as zero; whether there
// are any, and so all that was read of the document has to be read again.
bool settle(assay_json &json) {
  json.is_settled = true;
  if (!assay::Walk::may_be_small(json.text)) return false;
  const assay::Walk walk(json.text, true);
  if (walk.insertions.empty()) return false;
  json.rows.clear();
  // Without memory nothing is left of the document, and no row.
  if (json.parse(walk.rewritten())) json.parse("null");
  else select(json, json.root, json.path, SIZE_MAX);
  return true;
}

// The columns of a table, by the first steps of their paths, so that one pass over an object finds all of them.
class Columns {
  struct Member {
    string_view name;
    // Its columns, and their paths below it.
    std::vector<std::pair<size_t, string_view>> columns;
    // The last row that had it.
    size_t row = SIZE_MAX;
  };

  std::vector<string_view> paths;
  std::vector<Member> members;
  // The name at each place of the rows before, with its member: rows mostly have the same names in one order.
  std::vector<std::pair<string_view, Member *>> layout;
  static constexpr size_t longest_layout = 1024;

 public:
  explicit Columns(string_view lines) {
    for (size_t end = 0; end != lines.npos; lines.remove_prefix(std::min(end + 1, lines.size()))) {
      end = lines.find('\n');
      const string_view path = lines.substr(0, end);
      const size_t next = std::min(path.find('/', 1), path.size());
      const string_view name = path.substr(std::min(path.size(), size_t(1)), next - 1);
      const auto is_same = [&](const Member &member) { return member.name == name; };
      auto member = std::find_if(members.begin(), members.end(), is_same);
      if (!path.empty()) {
        if (member == members.end()) member = members.insert(member, {name, {}});
        member->columns.emplace_back(paths.size(), path.substr(next));
      }
      paths.push_back(path);
    }
    layout.reserve(64);
  }

  size_t count() const { return paths.size(); }

  // Fills a row's cells; false where one of them is, as `put` has it.
  bool fill(const assay_json &json, size_t row, assay_json_cell *cells) {
    bool is_known = true;
    const auto fill = [&](dom::element value, size_t column, string_view path) {
      if (path.empty() || !value.at_pointer(path).get(value)) is_known &= put(json, value, cells[column]);
    };
    std::fill_n(cells, count(), assay_json_cell());
    if (assay_json_cell mark; !json.broken.empty() && find_mark(json, json.rows[row], mark)) {
      std::fill_n(cells, count(), mark);
      return true;
    }
    if (!json.rows[row].is_object()) {
      for (size_t column = 0; column < count(); column += 1) fill(json.rows[row], column, paths[column]);
      return is_known;
    }
    size_t place = 0, left = members.size();
    each(json.rows[row], [&](const string_view *name, dom::element value) {
      Member *const member = find(*name, place);
      place += 1;
      // The first member of a name counts.
      if (member == nullptr || member->row == row) return left > 0;
      member->row = row;
      for (const auto &[column, path] : member->columns) fill(value, column, path);
      left -= 1;
      return left > 0;
    });
    return is_known;
  }

 private:
  // The member of a name that stands at a place of its row; null for one that no column is below.
  Member *find(string_view name, size_t place) {
    if (place < layout.size() && layout[place].first == name) return layout[place].second;
    const auto is_same = [&](const Member &member) { return member.name == name; };
    const auto found = std::find_if(members.begin(), members.end(), is_same);
    Member *const member = found == members.end() ? nullptr : &*found;
    if (place < layout.size()) layout[place] = {name, member};
    else if (place < longest_layout) layout.emplace_back(name, member);
    return member;
  }
};

void add_paths(dom::element value, const std::string &above, size_t levels, size_t elements, std::string &lines) {
  size_t left = elements;
  each(value, [&](const string_view *name, dom::element child) {
    if (!name && left-- == 0) return false;
    const string_view step = name ? *name : "*";
    const auto is_control = [](char byte) { return uint8_t(byte) < 0x20; };
    if (step.size() > 64 || std::any_of(step.begin(), step.end(), is_control)) return true;
    const std::string path = above.empty() ? std::string(step) : above + '/' + std::string(step);
    lines += path + '\n';
    if (levels > 1) add_paths(child, path, levels - 1, elements, lines);
    return true;
  });
}

}  // namespace

extern "C" {

assay_json *assay_json_parse(const uint8_t *bytes, size_t count, assay_json_fault *fault) noexcept {
  *fault = {ASSAY_JSON_NO_MEMORY, 0, ""};
  return guarded<assay_json *>(nullptr, [&]() -> assay_json * {
    auto json = make();
    if (!json) return nullptr;
    return parse(*json, {reinterpret_cast<const char *>(bytes), count}, *fault) ? json.release() : nullptr;
  });
}

assay_json *assay_json_parse_head(const uint8_t *bytes, size_t count, size_t rows) noexcept {
  return guarded<assay_json *>(nullptr, [&]() -> assay_json * {
    auto json = make();
    if (!json) return nullptr;
    assay_json_fault ignored;
    const string_view text(reinterpret_cast<const char *>(bytes), count);
    return parse(*json, assay::closed(text, rows), ignored) ? json.release() : nullptr;
  });
}

void assay_json_free(assay_json *json) noexcept {
  std::unique_ptr<assay_json> owned(json);
  if (json->parser.capacity() <= largest_spare) spare = std::move(owned);
}

size_t assay_json_broken(const assay_json *json, size_t number, assay_json_fault *fault) noexcept {
  if (number < json->broken.size())
    *fault = {ASSAY_JSON_WRONG, json->broken[number].first, json->broken[number].second};
  return json->broken.size();
}

assay_json_cell assay_json_paths(assay_json *json, size_t levels, size_t elements) noexcept {
  return guarded(assay_json_cell(), [&] {
    json->paths.clear();
    add_paths(json->root, "", levels, elements, json->paths);
    return text_cell(json->paths);
  });
}

assay_json_cell assay_json_value(assay_json *json, const char *path) noexcept {
  return guarded(assay_json_cell(), [&] {
    assay_json_cell cell = {};
    dom::element value;
    if (json->root.at_pointer(path).get(value) || put(*json, value, cell) || !settle(*json)) return cell;
    return assay_json_value(json, path);
  });
}

int64_t assay_json_select(assay_json *json, const char *path, size_t limit) noexcept {
  return guarded(int64_t(-1), [&] {
    json->rows.clear();
    json->path = path;
    return select(*json, json->root, path, limit) ? int64_t(json->rows.size()) : int64_t(-1);
  });
}

size_t assay_json_fill(assay_json *json, size_t first, size_t count, const char *columns,
                       assay_json_cell *cells) noexcept {
  return guarded(size_t(0), [&] {
    Columns table(columns);
    size_t row = 0;
    bool is_known = true;
    for (; row < count && first + row < json->rows.size(); row += 1)
      is_known &= table.fill(*json, first + row, cells + row * table.count());
    if (is_known || !settle(*json)) return row;
    return assay_json_fill(json, first, count, columns, cells);
  });
}

size_t assay_json_names(assay_json *json, const char *path, assay_json_cell *cells, size_t limit) noexcept {
  return guarded(size_t(0), [&] {
    std::vector<string_view> names;
    for (dom::element row : json->rows) {
      if (row.at_pointer(path).get(row)) continue;
      each(row, [&](const string_view *name, dom::element) {
        if (name && std::find(names.begin(), names.end(), *name) == names.end()) names.push_back(*name);
        return name && names.size() <= limit;
      });
    }
    if (names.size() <= limit) std::transform(names.begin(), names.end(), cells, text_cell);
    return names.size();
  });
}

}  // extern "C"
