#include "CJSON.h"

#include <new>

#include "Reader.hpp"

using namespace assay;

namespace {

// The columns of a table: where they are below a row, found in one pass over it, or known by a row like it.
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
  // How far behind the row's token each value's is, and the model of the rows of which that holds.
  std::vector<uint32_t> distances;
  uint32_t model = nowhere;

 public:
  explicit Columns(std::string_view lines) {
    size_t count = 0;
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
    distances.resize(count);
  }

  size_t count() const { return distances.size(); }

  void fill(Reader &reader, uint32_t row, assay_json_cell *cells) {
    const uint32_t like = reader.model(row);
    if (like == nowhere || like != model) find(reader, row);
    model = like;
    for (const uint32_t distance : distances) reader.read(distance == nowhere ? nowhere : row + distance, *cells++);
  }

 private:
  void find(Reader &reader, uint32_t row) {
    for (uint32_t &distance : distances) distance = nowhere;
    for (const size_t cell : rows) distances[cell] = 0;
    reader.each(row, [&](uint32_t named, size_t place, uint32_t child) {
      if (named == nowhere) {
        for (const Column &column : elements)
          if (column.path[0].place == place) find(reader, column, row, child);
        return true;
      }
      const std::string_view name = reader.name(named);
      const size_t length = name.size() % 32;
      if (!(lengths >> length & 1)) return true;
      for (const Column &column : members[length])
        if (column.path[0].name == name) find(reader, column, row, child);
      return true;
    });
  }

  void find(Reader &reader, const Column &column, uint32_t row, uint32_t child) {
    // The first member of a name counts.
    if (distances[column.cell] != nowhere) return;
    const Step *path = column.path.data();
    const uint32_t value = reader.follow(child, path + 1, path + column.path.size());
    if (value != nowhere) distances[column.cell] = value - row;
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
    bool is_right = find_tokens(*json, bytes);
    if (is_right) {
      json->closing.reset(new uint32_t[json->number]);
      is_right = check(*json, bytes, depth);
    }
    *code = is_right ? 0 : ASSAY_JSON_WRONG;
    return is_right ? json.release() : nullptr;
  });
}

void assay_json_free(assay_json *json) noexcept { delete json; }

const uint8_t *assay_json_texts(const assay_json *json, size_t *count) noexcept {
  *count = json->texts.size();
  return reinterpret_cast<const uint8_t *>(json->texts.data());
}

assay_json_cell assay_json_value(assay_json *json, const uint8_t *bytes, const char *path) noexcept {
  return guarded(assay_json_cell(), [&] {
    Reader reader(*json, bytes);
    assay_json_cell cell;
    reader.read(reader.follow(0, steps(path)), cell);
    return cell;
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
    Columns table(columns);
    Reader reader(*json, bytes);
    for (size_t row = 0; row < count; row += 1)
      table.fill(reader, json->rows[first + row], cells + row * table.count());
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
        reader.read_name(named, *cells++);
        return true;
      });
      if (!had_room) return limit + 1;
    }
    return names.size();
  });
}

}  // extern "C"
