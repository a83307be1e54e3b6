#pragma once

// A small C face of simdjson: check a whole document, select its rows, project columns out of them.
//
// No exception crosses this boundary, and no function traps on any document. A path is a JSON pointer (RFC 6901), such as
// `/data/0/id`: of members of one name the first counts, the empty path is the value itself. Cells and their texts are
// good until the next call on their document.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define ASSAY_NOEXCEPT noexcept
#else
#define ASSAY_NOEXCEPT
#endif

/// What a cell holds.
enum {
  ASSAY_JSON_MISSING = 0,  // no such member or element, or null
  ASSAY_JSON_NUMBER = 1,   // in `number`: the nearest double
  ASSAY_JSON_TEXT = 2,     // `length` bytes of UTF-8 at `text`, without escapes
  ASSAY_JSON_BOOL = 3,     // in `number`: 0 or 1
  ASSAY_JSON_OTHER = 4,    // an array or an object
  ASSAY_JSON_BROKEN = 5    // a text or word that no document may have; in `number`: which. All cells of a row with one
};

/// The most levels of a document.
enum { ASSAY_JSON_DEPTH = 64 };

/// Why there is no document.
enum { ASSAY_JSON_NO_MEMORY = 1, ASSAY_JSON_CUT = 2, ASSAY_JSON_WRONG = 3 };

/// One value, projected.
typedef struct {
  double number;
  const uint8_t *_Nullable text;
  uint32_t length;
  uint8_t kind;
} assay_json_cell;

/// What is wrong with bytes that are no document: the byte to blame, and a few words.
typedef struct {
  int32_t code;
  size_t place;
  const char *_Nullable words;
} assay_json_fault;

/// A document, and the rows selected in it.
typedef struct assay_json assay_json;

/// Checks all of `count` bytes; null, and the reason in `fault`, when they are not one document. A text or word that no
/// document may have costs the rows that have it.
assay_json *_Nullable assay_json_parse(const uint8_t *_Nullable bytes, size_t count,
                                       assay_json_fault *_Nonnull fault) ASSAY_NOEXCEPT;

/// How many texts and words of a document no document may have; what is wrong with one, where there is one of its number.
size_t assay_json_broken(const assay_json *_Nonnull json, size_t number, assay_json_fault *_Nonnull fault)
    ASSAY_NOEXCEPT;

/// Reads the beginning of a document that may be cut anywhere, of an array so many rows at most; null when that much is
/// not right.
assay_json *_Nullable assay_json_parse_head(const uint8_t *_Nullable bytes, size_t count, size_t rows) ASSAY_NOEXCEPT;

/// Frees a document.
void assay_json_free(assay_json *_Nonnull json) ASSAY_NOEXCEPT;

/// The paths of all values down to so many levels, a line each: `*` is an element of an array, of which so many are
/// looked at. Names that are long, or hold control characters, are left out with what is below them.
assay_json_cell assay_json_paths(assay_json *_Nonnull json, size_t levels, size_t elements) ASSAY_NOEXCEPT;

/// The value at a path.
assay_json_cell assay_json_value(assay_json *_Nonnull json, const char *_Nonnull path) ASSAY_NOEXCEPT;

/// Selects the values at a path as rows, a step `*` standing for every element or member value, and returns their
/// number; -1 when there are more than `limit` or memory ends.
int64_t assay_json_select(assay_json *_Nonnull json, const char *_Nonnull path, size_t limit) ASSAY_NOEXCEPT;

/// Fills `cells` with `count` rows from `first` on, row by row, one cell for each line of `columns`, whose lines are
/// paths below a row; returns how many rows there were.
size_t assay_json_fill(assay_json *_Nonnull json, size_t first, size_t count, const char *_Nonnull columns,
                       assay_json_cell *_Nonnull cells) ASSAY_NOEXCEPT;

/// Fills `cells` with the distinct member names of the objects at a path below the selected rows, in the order in
/// which they first occur; returns their number, more than `limit` when not all had room.
size_t assay_json_names(assay_json *_Nonnull json, const char *_Nonnull path, assay_json_cell *_Nonnull cells,
                        size_t limit) ASSAY_NOEXCEPT;

#ifdef __cplusplus
}
#endif
