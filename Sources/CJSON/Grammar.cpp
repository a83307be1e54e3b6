#include "Document.hpp"
#include "Numbers.hpp"

// The grammar of RFC 8259 over the tokens. Finding them has seen to UTF-8, to control characters in texts and to their
// closing quotes; everything else is checked here, whether it is asked for or not.

namespace assay {
namespace {

// An object whose values are scalars, as the next one of its depth mostly has the same names.
struct Model {
  uint32_t object = nowhere;
  uint32_t members = 0;
};

class Grammar {
  assay_json &json;
  const Tokens tokens;
  Escapes escapes;
  std::string unescaped;

 public:
  Grammar(assay_json &json, const uint8_t *bytes) : json(json), tokens(json, bytes), escapes(tokens, true) {}

  bool check(size_t depth);

 private:
  bool is_text(uint32_t token, bool &has_escapes) {
    if (!escapes.within(tokens.start(token), tokens.end(token))) return true;
    has_escapes = true;
    unescaped.clear();
    return unescape(tokens.text(token), unescaped);
  }

  // The terminating zero does not count.
  template <size_t size> bool is_word(uint32_t token, const char (&word)[size]) const {
    const uint8_t *first = tokens.start(token), *last = tokens.end(token);
    constexpr size_t count = size - 1;
    return size_t(last - first) >= count && memcmp(first, word, count) == 0 && is_over(first + count, last);
  }

  bool scalar(uint32_t token) {
    const uint8_t first = tokens[token];
    if (is_digit(first) || first == '-') return is_number(tokens.start(token), tokens.end(token), tokens.limit());
    if (first == '"') return is_text(token, json.has_escapes);
    return first == 'n' ? is_word(token, "null") : first == 't' ? is_word(token, "true") : is_word(token, "false");
  }

  // How many members, from the first name on, are named like those of a model, are right and go on with a comma, or
  // with the object's end where the model ends.
  uint32_t alike(uint32_t name, Model model) {
    const uint8_t *const bytes = tokens.bytes, *const limit = tokens.limit();
    const uint32_t *place = tokens.places + name, *like = tokens.places + model.object + 1;
    // Names are compared by 16 bytes, which may pass their ends but not the document's.
    if (tokens.number - name <= 4 * model.members || limit - bytes < place[4 * model.members] + 16) return 0;
    uint8_t end = ',';
    uint32_t members = 0;
    for (; members < model.members; members += 1, like += 4, place += 4) {
      if (members + 1 == model.members) end = '}';
      const uint8_t *own = bytes + place[0], *other = bytes + like[0];
      uint32_t count = place[1] - place[0];
      if (count != like[1] - like[0] || bytes[place[1]] != ':' || bytes[place[3]] != end) break;
      for (; count > 16 && are_same(own, other, 16); count -= 16, own += 16, other += 16) {}
      if (count > 16 || !are_same(own, other, count)) break;
      const uint8_t *const first = bytes + place[2], *const last = bytes + place[3];
      if (is_digit(*first) || *first == '-') {
        if (!is_number(first, last, limit)) break;
      } else if (*first == '"') {
        if (escapes.within(first, last) && !is_text(name + 4 * members + 2, json.has_escapes)) break;
      } else if (!scalar(name + 4 * members + 2)) {
        break;
      }
    }
    return members;
  }
};

bool Grammar::check(size_t depth) {
  std::vector<uint32_t> open;
  open.reserve(depth);
  std::vector<Model> models(depth + 1);
  // The bracket that was opened last, and whether the members behind it are those of the model.
  uint32_t innermost = nowhere;
  bool is_alike = false;
  uint32_t token = 0;
  // What begins with a bracket has to end with one: then no look at a next token passes the last.
  const uint8_t opening = tokens[0], last = tokens[tokens.number - 1];
  if ((opening == '{' || opening == '[') && last != opening + 2) return false;

  while (true) {
    // A value.
    const uint8_t first = tokens[token];
    if (first == '{' || first == '[') {
      if (open.size() == depth) return false;
      open.push_back(token);
      innermost = token;
      token += 1;
      if (tokens[token] != first + 2) {
        if (first == '[') continue;
        const Model model = models[open.size()];
        const uint32_t members = alike(token, model);
        is_alike = members > 0 && members == model.members;
        json.closing[token] = nowhere;
        token += 4 * members;
        if (!is_alike) goto name;
        token -= 1;
      }
    } else {
      if (!scalar(token)) return false;
      token += 1;
    }
    // What ends with it, and what comes behind.
    while (true) {
      if (open.empty() || token == tokens.number) return open.empty() && token == tokens.number;
      const uint32_t opened = open.back();
      const uint8_t bracket = tokens[opened], next = tokens[token];
      if (next == ',') {
        token += 1;
        if (bracket == '{') goto name;
        break;
      }
      if (next != bracket + 2) return false;
      json.closing[opened] = token;
      if (bracket == '{' && opened == innermost && token > opened + 1) {
        Model &model = models[open.size()];
        if (!is_alike) model = {opened, (token - opened) / 4};
        json.closing[opened + 1] = model.object;
      }
      open.pop_back();
      token += 1;
    }
    continue;

  name:
    if (tokens[token] != '"' || !is_text(token, json.has_escaped_names)) return false;
    token += 1;
    if (tokens[token] != ':') return false;
    token += 1;
  }
}

}  // namespace

bool check(assay_json &json, const uint8_t *bytes, size_t depth) {
  return Grammar(json, bytes).check(depth);
}

}  // namespace assay
