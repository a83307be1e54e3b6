#include "plain_numbers.h"

#include "plain_decimal.h"

#if defined(__x86_64__)

#include <math.h>
#include <smmintrin.h>
#include <string.h>

/// Reads a plain number; 16 bytes from its start on are there to be read. Whether it is one.
__attribute__((target("sse4.1"))) static inline int is_read(const uint8_t *bytes, int length, double *value) {
  const __m128i zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9);
  __m128i text = _mm_loadu_si128((const __m128i *)bytes);
  __m128i digits = _mm_sub_epi8(text, zero);
  // As unsigned bytes, digits are those that are at most nine.
  uint32_t others = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(digits, nine), digits)) ^ 0xffff;
  others &= (1u << length) - 1;
  int point = __builtin_ctz(others | 1u << length);
  int has_point = point < length;
  int fraction = has_point ? length - 1 - point : 0;
  // A point stands inside, and nothing else is there.
  int is_plain = (others & (others - 1)) == 0 && length - has_point <= 15;
  // Without a point its place may lie behind what may be read.
  is_plain &= !has_point | ((bytes[has_point ? point : 0] == '.') & (point > 0) & (fraction > 0));
  if (!is_plain) return 0;
  *value = assay_decimal(text, length, point);
  return 1;
}

/// Which of the sixty-four bytes from a place on are one of two, the first byte in the lowest bit.
__attribute__((target("sse4.1"))) static inline uint64_t places(const uint8_t *bytes, uint8_t one, uint8_t other) {
  const __m128i ones = _mm_set1_epi8((char)one), others = _mm_set1_epi8((char)other);
  uint64_t found = 0;
  for (int part = 0; part < 4; part++) {
    __m128i text = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
    __m128i equal = _mm_or_si128(_mm_cmpeq_epi8(text, ones), _mm_cmpeq_epi8(text, others));
    found |= (uint64_t)(uint32_t)_mm_movemask_epi8(equal) << (16 * part);
  }
  return found;
}

__attribute__((target("sse4.1"))) static size_t read_fields(const uint8_t *bytes, size_t count, size_t start,
                                                            size_t fields, uint8_t separator, int ends_line,
                                                            double *values, int32_t *ends) {
  // All ends are found at once: a field that had to wait for the one before would take as long as both.
  if (start + 64 + 16 > count) return 0;
  uint64_t behind = places(bytes + start, separator, '\n');
  int next = 0;
  for (size_t field = 0; field < fields; field++) {
    if (behind == 0) return field;
    int end = __builtin_ctzll(behind), length = end - next;
    behind &= behind - 1;
    int is_last = field + 1 == fields && ends_line;
    if (bytes[start + (size_t)end] != (is_last ? '\n' : separator) || length > 16) return field;
    if (!is_read(bytes + start + (size_t)next, length, &values[field])) return field;
    if (length == 0) values[field] = NAN;
    ends[field] = (int32_t)(start + (size_t)end);
    next = end + 1;
  }
  return fields;
}

/// Whether two texts of up to sixty-four bytes are the same, behind both of which as many may be read.
__attribute__((target("sse4.1"))) static inline int is_same(const uint8_t *one, const uint8_t *other, size_t length) {
  uint64_t equal = 0;
  for (int part = 0; part < 4; part++) {
    __m128i left = _mm_loadu_si128((const __m128i *)(one + 16 * part));
    __m128i right = _mm_loadu_si128((const __m128i *)(other + 16 * part));
    equal |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(left, right)) << (16 * part);
  }
  return length == 64 ? ~equal == 0 : (~equal & ((1ull << length) - 1)) == 0;
}

static inline uint64_t word(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static inline size_t slot_of(const assay_known_texts *known, const uint8_t *text, uint8_t separator) {
  return assay_text_hash(word(text), word(text + 8), separator, known->seed) & known->mask;
}

/// The rows that are looked for before the first of them is read: enough that what is known of each has come by then.
enum { group_limit = 16 };

/// Where rows begin, and the slot of the text of each.
typedef struct {
  size_t starts[group_limit], slots[group_limit];
  size_t count;
} row_group;

/// Finds the next rows, going by line feeds alone, and asks for what is known of their texts.
///
/// With many texts it is far from the processor. One row behind the other would wait for it; so all wait at once.
__attribute__((target("sse4.1"))) static void find_rows(const uint8_t *bytes, size_t count, size_t start, size_t lead,
                                                        const assay_known_texts *known, uint8_t separator,
                                                        size_t wanted, row_group *group) {
  size_t found = 0, next = start, place = start;
  uint64_t line_feeds = 0;
  while (found < wanted && next + lead + 64 <= count) {
    size_t slot = slot_of(known, bytes + next + lead, separator);
    __builtin_prefetch(&known->slots[slot]);
    group->starts[found] = next;
    group->slots[found++] = slot;
    for (; line_feeds == 0 && place + 64 <= count; place += 64) line_feeds = places(bytes + place, '\n', '\n');
    if (line_feeds == 0) break;
    next = place - 64 + (size_t)__builtin_ctzll(line_feeds) + 1;
    line_feeds &= line_feeds - 1;
  }
  for (size_t row = 0; row < found; row++) {
    const uint8_t *record = known->records + (size_t)known->slots[group->slots[row]].record * 8;
    assay_prefetch(record);
    __builtin_prefetch(record + known->head + 63);
  }
  group->count = found;
}

__attribute__((target("sse4.1"))) static size_t read_rows(const uint8_t *bytes, size_t count, size_t start,
                                                          size_t first, size_t lead, const assay_known_texts *known,
                                                          size_t fields, uint8_t separator, size_t rows,
                                                          int32_t *texts, double *values, size_t *end) {
  int32_t ends[16];
  row_group group = {.count = 0};
  size_t row = 0, in_group = 0;
  for (; row < rows; row++, in_group++) {
    if (in_group == group.count) {
      size_t wanted = rows - row < group_limit ? rows - row : group_limit;
      find_rows(bytes, count, start, lead, known, separator, wanted, &group);
      in_group = 0;
    }
    // A line feed within quotes is no row's end.
    if (group.count == 0 || group.starts[in_group] != start) break;
    if (memcmp(bytes + start, bytes + first, lead) != 0) break;
    const uint8_t *text = bytes + start + lead;
    size_t slot = group.slots[in_group], length = 0;
    int32_t number = -1;
    for (; number < 0 && known->slots[slot].number >= 0; slot = (slot + 1) & known->mask) {
      size_t place = (size_t)known->slots[slot].record * 8;
      // The upper half of the word is 0 where the text is of one line.
      length = word(known->records + place);
      if (length > 64 || place + known->head + 64 > known->size) continue;
      if (is_same(text, known->records + place + known->head, length)) number = known->slots[slot].number;
    }
    if (number < 0) break;
    size_t numbers = start + lead + length;
    if (read_fields(bytes, count, numbers, fields, separator, 1, values + row * fields, ends) < fields) break;
    texts[row] = number;
    start = (size_t)ends[fields - 1] + 1;
  }
  *end = start;
  return row;
}

size_t assay_plain_rows(const uint8_t *bytes, size_t count, size_t start, size_t first, size_t lead,
                        const assay_known_texts *known, size_t fields, uint8_t separator, size_t rows, int32_t *texts,
                        double *values, size_t *end) {
  if (fields == 0 || fields > 16 || !__builtin_cpu_supports("sse4.1")) return 0;
  return read_rows(bytes, count, start, first, lead, known, fields, separator, rows, texts, values, end);
}

size_t assay_plain_numbers(const uint8_t *bytes, size_t count, size_t start, size_t fields, uint8_t separator,
                           int ends_line, double *values, int32_t *ends) {
  if (!__builtin_cpu_supports("sse4.1")) return 0;
  return read_fields(bytes, count, start, fields, separator, ends_line, values, ends);
}

int assay_plain_number(const uint8_t *bytes, size_t length, double *value) {
  if (length == 0 || length > 16 || !__builtin_cpu_supports("sse4.1")) return 0;
  return is_read(bytes, (int)length, value);
}

#else

size_t assay_plain_rows(const uint8_t *bytes, size_t count, size_t start, size_t first, size_t lead,
                        const assay_known_texts *known, size_t fields, uint8_t separator, size_t rows, int32_t *texts,
                        double *values, size_t *end) {
  (void)bytes, (void)count, (void)start, (void)first, (void)lead, (void)known, (void)fields, (void)separator;
  (void)rows, (void)texts, (void)values, (void)end;
  return 0;
}

size_t assay_plain_numbers(const uint8_t *bytes, size_t count, size_t start, size_t fields, uint8_t separator,
                           int ends_line, double *values, int32_t *ends) {
  (void)bytes, (void)count, (void)start, (void)fields, (void)separator, (void)ends_line, (void)values, (void)ends;
  return 0;
}

int assay_plain_number(const uint8_t *bytes, size_t length, double *value) {
  (void)bytes, (void)length, (void)value;
  return 0;
}

#endif
