#include "CJSON.h"

#include <algorithm>
#include <new>

#include "Reader.hpp"
#include "Values.hpp"

// An array of objects in one pass, without a list of tokens: what a page of a market is. Nearly every object has the
// names of the one before it, in its order; then what stands between two values is compared, and values are read where
// that ends. Whatever is not plainly such a document is left to the reader of all documents, which also says what is
// wrong with it.

struct assay_json_objects {
  std::vector<assay_json_cell> cells;
  std::string texts;
  size_t rows = 0;
};

namespace assay {
namespace {

class Objects : Values {
  // What stands before a value in the last object whose names were looked at, which bits stand for its bytes in the last
  // block that holds any, and the column of the value.
  struct Member {
    const uint8_t *lead;
    ptrdiff_t length;
    uint32_t last;
    uint32_t column;

    Member(const uint8_t *lead, const uint8_t *end, uint32_t column)
        : lead(lead), length(end - lead), last(UINT32_MAX >> (-length & (block_size - 1))), column(column) {}
  };

  const std::vector<std::string_view> columns;
  assay_json_objects &result;
  // The members of that object, and behind them its end.
  std::vector<Member> members;
  // Where a member may begin so that neither what stands before its value nor a short value comes near the end.
  const uint8_t *safe;

 public:
  Objects(const uint8_t *bytes, size_t count, size_t depth, std::vector<std::string_view> columns,
          assay_json_objects &result)
      : Values(bytes, count, depth, result.texts), columns(std::move(columns)), result(result) {}

  // Whether all of the bytes are an array of so many objects at most.
  bool read(size_t most) {
    const uint8_t *at = blanks(start);
    if (next(at) != '[') return false;
    at = blanks(at + 1);
    bool is_over = next(at) == ']';
    while (!is_over) {
      if (next(at) != '{' || result.rows == most) return false;
      result.cells.resize((result.rows + 1) * columns.size());
      const uint8_t *const object = at;
      at = row(at, result.cells.data() + result.rows * columns.size());
      if (!at) return false;
      result.rows += 1;
      if (result.rows == 1) {
        const size_t likely = size_t((limit - start) / (at - object)) + 2;
        result.cells.reserve(std::min(most, likely) * columns.size());
      }
      at = blanks(at);
      is_over = next(at) == ']';
      if (!is_over && next(at) != ',') return false;
      if (!is_over) at = blanks(at + 1);
    }
    return blanks(at + 1) == limit;
  }

 private:
  // Behind a row's object.
  const uint8_t *row(const uint8_t *at, assay_json_cell *cells) {
    if (!members.empty()) {
      const uint8_t *const end = is_wide ? alike_wide(at, cells) : alike(at, cells);
      if (end) return end;
      std::fill_n(cells, columns.size(), assay_json_cell());
    }
    return other(at, cells);
  }

  ASSAY_WIDE const uint8_t *alike_wide(const uint8_t *at, assay_json_cell *cells) { return alike(at, cells); }

  // Behind an object with the names of the last one; null for any other.
  //
  // Where the next value begins hangs on where this one ends, and that on one comparison with the byte that stood behind
  // it in the last object; whatever else is looked at is not waited for.
  ASSAY_INLINE const uint8_t *alike(const uint8_t *at, assay_json_cell *cells) {
    for (const Member *member = members.data(); at <= safe && begins(at, *member); member += 1) {
      at += member->length;
      if (member->column == ending) return at;
      assay_json_cell *const cell = member->column == nowhere ? nullptr : cells + member->column;
      const uint8_t *end = nullptr;
      const uint8_t first = *at;
      if (first == '"') end = short_text(at, cell);
      // A sign is no news, so none is foreseen.
      else if (int(is_digit(first)) | int(first == '-')) end = short_number(at, member[1].lead[0], cell);
      at = end ? end : value(at, cell, 2);
      if (!at) return nullptr;
    }
    return nullptr;
  }

  // The column of an object's end.
  static constexpr uint32_t ending = nowhere - 1;

  ASSAY_INLINE static bool begins(const uint8_t *at, const Member &member) {
    const uint8_t *lead = member.lead;
    for (ptrdiff_t left = member.length; left > block_size; left -= block_size, at += block_size, lead += block_size)
      if (differing(at, lead) != 0) return false;
    return (differing(at, lead) & member.last) == 0;
  }

  // Which of a block's bytes differ at two places.
  ASSAY_INLINE static uint32_t differing(const uint8_t *one, const uint8_t *other) {
    Block left, right;
    memcpy(&left, one, sizeof left);
    memcpy(&right, other, sizeof right);
    return ~PLACES(left == right);
  }

  // Behind any object; its names are those of `members` then.
  const uint8_t *other(const uint8_t *at, assay_json_cell *cells) {
    members.clear();
    std::vector<bool> is_found(columns.size());
    const uint8_t *lead = at;
    at = blanks(at + 1);
    while (next(at) != '}') {
      assay_json_cell name;
      at = next(at) == '"' ? text(at, &name) : nullptr;
      if (!at || next(at = blanks(at)) != ':') return nullptr;
      at = blanks(at + 1);
      const char *const source = name.kind == ASSAY_JSON_TEXT ? reinterpret_cast<const char *>(start) : texts.data();
      const std::string_view wanted(source + name.offset, name.length);
      uint32_t column = nowhere;
      for (size_t index = 0; index < columns.size(); index += 1) {
        // The first member of a name counts.
        if (columns[index] != wanted || is_found[index]) continue;
        is_found[index] = true;
        column = uint32_t(index);
        break;
      }
      members.emplace_back(lead, at, column);
      at = value(at, column == nowhere ? nullptr : cells + column, 2);
      if (!at) return nullptr;
      lead = at;
      at = blanks(at);
      if (next(at) == '}') break;
      if (next(at) != ',') return nullptr;
      at = blanks(at + 1);
      if (next(at) != '"') return nullptr;
    }
    members.emplace_back(lead, at + 1, ending);
    ptrdiff_t longest = 0;
    for (const Member &member : members) longest = std::max(longest, member.length);
    safe = limit - std::min(limit - start, longest + 2 * block_size);
    return at + 1;
  }
};

}  // namespace
}  // namespace assay

extern "C" {

assay_json_objects *assay_json_read_objects(const uint8_t *bytes, size_t count, size_t depth, const char *columns,
                                            size_t limit) noexcept {
  try {
    std::vector<std::string_view> names = assay::split(columns, '\n');
    for (const std::string_view name : names) {
      if (name.empty() || name.find('/') != std::string_view::npos) return nullptr;
      if (std::count(names.begin(), names.end(), name) > 1) return nullptr;
    }
    auto objects = std::make_unique<assay_json_objects>();
    return assay::Objects(bytes, count, depth, std::move(names), *objects).read(limit) ? objects.release() : nullptr;
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void assay_json_free_objects(assay_json_objects *objects) noexcept { delete objects; }

const assay_json_cell *assay_json_object_cells(const assay_json_objects *objects, size_t *rows) noexcept {
  *rows = objects->rows;
  return objects->cells.data();
}

const uint8_t *assay_json_object_texts(const assay_json_objects *objects, size_t *count) noexcept {
  *count = objects->texts.size();
  return reinterpret_cast<const uint8_t *>(objects->texts.data());
}

}  // extern "C"
