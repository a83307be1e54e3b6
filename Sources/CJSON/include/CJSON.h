#pragma once

// A small C face of a JSON reader: check a whole document, select its rows, project columns out of them.
//
// No exception crosses this boundary, and no function traps on any document. A document keeps no bytes: each call is
// given those that it was made of, and what is not asked for is never copied. A path is a text of steps joined by "/":
// a step names a member of an object (the first of that name where there are several) or, as digits, an element of an
// array; the empty path is the value itself.

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
  ASSAY_JSON_MISSING = 0,  // no such member or element
  ASSAY_JSON_NULL = 1,
  ASSAY_JSON_NUMBER = 2,   // in `number`: the nearest double
  ASSAY_JSON_TEXT = 3,     // `length` bytes at `offset` of the document
  ASSAY_JSON_ESCAPED = 4,  // a text written with escapes: without them, `length` bytes at `offset` of assay_json_texts
  ASSAY_JSON_BOOL = 5,     // in `number`: 0 or 1
  ASSAY_JSON_OTHER = 6     // an array or an object
};

/// Why there is no document: memory, or a limit, did not suffice, or the bytes are not one.
enum { ASSAY_JSON_NO_MEMORY = -1, ASSAY_JSON_WRONG = -2 };

/// One value, projected.
typedef struct {
  double number;
  size_t offset;
  uint32_t length;
  uint8_t kind;
} assay_json_cell;

/// What is where in a document, and the rows selected in it.
typedef struct assay_json assay_json;

/// Checks `count` bytes; null with `code` set when they are not one whole document of at most `depth` levels.
assay_json *_Nullable assay_json_parse(const uint8_t *_Nonnull bytes, size_t count, size_t depth,
                                       int32_t *_Nonnull code) ASSAY_NOEXCEPT;

/// Frees a document.
void assay_json_free(assay_json *_Nonnull json) ASSAY_NOEXCEPT;

/// The texts of the cells that the last call projected, as far as they were written with escapes: `count` bytes.
const uint8_t *_Nonnull assay_json_texts(const assay_json *_Nonnull json, size_t *_Nonnull count) ASSAY_NOEXCEPT;

/// The value at a path.
assay_json_cell assay_json_value(assay_json *_Nonnull json, const uint8_t *_Nonnull bytes,
                                 const char *_Nonnull path) ASSAY_NOEXCEPT;

/// Selects the values at a path as rows, a step "*" standing for every element or member value, and returns their
/// number; ASSAY_JSON_NO_MEMORY when there are more than `limit` or memory ends.
int64_t assay_json_select(assay_json *_Nonnull json, const uint8_t *_Nonnull bytes, const char *_Nonnull path,
                          size_t limit) ASSAY_NOEXCEPT;

/// Fills `cells` with `count` rows from `first` on, row by row, one cell for each line of `columns`, whose lines are
/// paths below a row; returns how many rows there were.
size_t assay_json_fill(assay_json *_Nonnull json, const uint8_t *_Nonnull bytes, size_t first, size_t count,
                       const char *_Nonnull columns, assay_json_cell *_Nonnull cells) ASSAY_NOEXCEPT;

/// Fills `cells` with the distinct member names of the objects at a path below the selected rows, in the order in
/// which they first occur; returns their number, more than `limit` when not all had room.
size_t assay_json_names(assay_json *_Nonnull json, const uint8_t *_Nonnull bytes, const char *_Nonnull path,
                        assay_json_cell *_Nonnull cells, size_t limit) ASSAY_NOEXCEPT;

/// The rows of a document that is an array of objects.
typedef struct assay_json_objects assay_json_objects;

/// Reads a document that is an array of at most `limit` objects, in one pass that checks all of it, into rows with one
/// cell for each line of `columns`, which are names of members; null for any other document, and where memory ends.
assay_json_objects *_Nullable assay_json_read_objects(const uint8_t *_Nonnull bytes, size_t count, size_t depth,
                                                      const char *_Nonnull columns, size_t limit) ASSAY_NOEXCEPT;

/// Frees them.
void assay_json_free_objects(assay_json_objects *_Nonnull objects) ASSAY_NOEXCEPT;

/// Their cells, row by row, and how many rows there are.
const assay_json_cell *_Nullable assay_json_object_cells(const assay_json_objects *_Nonnull objects,
                                                         size_t *_Nonnull rows) ASSAY_NOEXCEPT;

/// What their cells of `ASSAY_JSON_ESCAPED` refer to.
const uint8_t *_Nullable assay_json_object_texts(const assay_json_objects *_Nonnull objects,
                                                 size_t *_Nonnull count) ASSAY_NOEXCEPT;

#ifdef __cplusplus
}
#endif
