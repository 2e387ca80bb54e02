#include "csimdjson.h"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace ondemand = simdjson::ondemand;

namespace {

const char *message_of(simdjson::error_code code) {
  switch (code) {
    case simdjson::UTF8_ERROR: return "the text is not UTF-8";
    case simdjson::UNCLOSED_STRING: return "a string is not closed";
    case simdjson::UNESCAPED_CHARS: return "a control character stands unescaped in a string";
    case simdjson::STRING_ERROR: return "a string holds a broken escape";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT: return "an array or object is not closed";
    case simdjson::MEMALLOC: return "there is not enough memory";
    default: return "this is not JSON";
  }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number grammar of RFC 8259, section 6. On-Demand leaves it to those who read a number's value.
bool is_number(const char *at, const char *end) {
  auto digits = [&] {
    const char *start = at;
    while (at < end && is_digit(*at)) at++;
    return at > start;
  };
  if (at < end && *at == '-') at++;
  if (at < end && *at == '0') {
    at++;
  } else if (!digits()) {
    return false;
  }
  if (at < end && *at == '.') {
    at++;
    if (!digits()) return false;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    if (!digits()) return false;
  }
  return at == end;
}

}  // namespace

struct annals_json_parser {
  // The document stands within a pair of brackets of ours: so a lone scalar is read as any other value is,
  // and what follows the document shows as a second element or as text after the array.
  static constexpr size_t lead = 1;

  ondemand::parser parser;
  ondemand::document document;
  std::unique_ptr<uint8_t[]> source;
  std::unique_ptr<uint8_t[]> strings;
  size_t capacity = 0;
  std::vector<annals_json_token> tokens;
  annals_json_result result = {};
  uint8_t *strings_end = nullptr;
  const char *error = nullptr;
  // The start of the last value looked at, for errors.
  const char *place = nullptr;

  bool fail(const char *message) {
    error = message;
    return false;
  }

  bool fail(simdjson::error_code code) {
    // A broken string was passed over already; grammar breaks where the document has come to.
    const char *location;
    if (code != simdjson::STRING_ERROR && !document.current_location().get(location)) {
      place = std::max(place, location);
    }
    return fail(message_of(code));
  }

  void load(const uint8_t *bytes, size_t count) {
    size_t needed = count + 2 * lead;
    if (needed > capacity) {
      size_t room = std::max(needed, 2 * capacity);
      capacity = 0;
      source.reset(new uint8_t[room + simdjson::SIMDJSON_PADDING]);
      strings.reset(new uint8_t[room + simdjson::SIMDJSON_PADDING]);
      capacity = room;
    }
    source[0] = '[';
    if (count > 0) memcpy(source.get() + lead, bytes, count);
    source[lead + count] = ']';
    memset(source.get() + needed, ' ', simdjson::SIMDJSON_PADDING);
    tokens.clear();
    strings_end = strings.get();
    error = nullptr;
    place = reinterpret_cast<const char *>(source.get()) + lead;
  }

  bool parse(size_t count) {
    if (auto code = parser.iterate(source.get(), count + 2 * lead, capacity + simdjson::SIMDJSON_PADDING)
                        .get(document)) {
      if (code == simdjson::UNCLOSED_STRING || code == simdjson::UNESCAPED_CHARS) place = broken_string(count);
      return fail(message_of(code));
    }
    ondemand::array outer;
    if (auto code = document.get_array().get(outer)) return fail(code);
    size_t values = 0;
    for (auto element : outer) {
      ondemand::value value;
      if (auto code = element.get(value)) return fail(code);
      if (values++ > 0) {
        place = value.raw_json_token().data();
        return fail("something follows the value");
      }
      if (!append(value, 0)) return false;
    }
    // After the last token there is no location left.
    const char *location;
    if (!document.current_location().get(location)) {
      place = location;
      return fail("something follows the value");
    }
    return values == 1 || fail("there is no value");
  }

  bool append(ondemand::value value, uint32_t depth) {
    std::string_view token = value.raw_json_token();
    place = token.data();
    ondemand::json_type type;
    if (auto code = value.type().get(type)) return fail(code);
    switch (type) {
      case ondemand::json_type::array: return append_array(value, depth + 1);
      case ondemand::json_type::object: return append_object(value, depth + 1);
      case ondemand::json_type::number: return append_number(token);
      case ondemand::json_type::string: {
        ondemand::raw_json_string raw;
        if (auto code = value.get_raw_json_string().get(raw)) return fail(code);
        return append_string(raw);
      }
      case ondemand::json_type::boolean: {
        bool flag;
        if (auto code = value.get_bool().get(flag)) return fail(code);
        return append_scalar(flag ? ANNALS_JSON_TRUE : ANNALS_JSON_FALSE, 0, 0);
      }
      case ondemand::json_type::null: {
        bool is_null;
        if (auto code = value.is_null().get(is_null)) return fail(code);
        return append_scalar(ANNALS_JSON_NULL, 0, 0);
      }
    }
    return fail("this is not JSON");
  }

  bool append_scalar(annals_json_kind kind, size_t length, size_t offset) {
    uint32_t next = static_cast<uint32_t>(tokens.size()) + 1;
    tokens.push_back({kind, static_cast<uint32_t>(length), static_cast<uint32_t>(offset), next});
    return true;
  }

  // A token reaches to the next one, white space included.
  bool append_number(std::string_view token) {
    size_t length = token.find_last_not_of(" \t\r\n") + 1;
    if (!is_number(token.data(), token.data() + length)) return fail("this is not a number");
    size_t offset = reinterpret_cast<const uint8_t *>(token.data()) - source.get() - lead;
    return append_scalar(ANNALS_JSON_NUMBER, length, offset);
  }

  bool append_string(ondemand::raw_json_string raw) {
    std::string_view text;
    if (auto code = parser.unescape(raw, strings_end).get(text)) return fail(code);
    return append_scalar(
        ANNALS_JSON_STRING, text.size(),
        reinterpret_cast<const uint8_t *>(text.data()) - strings.get());
  }

  bool append_array(ondemand::value value, uint32_t depth) {
    if (depth > ANNALS_JSON_DEPTH_LIMIT) return fail("arrays and objects are nested over 512 deep");
    ondemand::array array;
    if (auto code = value.get_array().get(array)) return fail(code);
    size_t self = open(ANNALS_JSON_ARRAY);
    for (auto element : array) {
      ondemand::value child;
      if (auto code = element.get(child)) return fail(code);
      if (!append(child, depth)) return false;
      tokens[self].length++;
    }
    return close(self);
  }

  bool append_object(ondemand::value value, uint32_t depth) {
    if (depth > ANNALS_JSON_DEPTH_LIMIT) return fail("arrays and objects are nested over 512 deep");
    ondemand::object object;
    if (auto code = value.get_object().get(object)) return fail(code);
    size_t self = open(ANNALS_JSON_OBJECT);
    for (auto member : object) {
      ondemand::field field;
      if (auto code = std::move(member).get(field)) return fail(code);
      ondemand::raw_json_string key = field.key();
      place = key.raw();
      if (!append_string(key) || !append(field.value(), depth)) return false;
      tokens[self].length++;
    }
    return close(self);
  }

  size_t open(annals_json_kind kind) {
    append_scalar(kind, 0, 0);
    return tokens.size() - 1;
  }

  bool close(size_t self) {
    tokens[self].next = static_cast<uint32_t>(tokens.size());
    return true;
  }

  // Where the first string with a control character begins, or the last string. Only for errors that
  // simdjson finds before it knows a place.
  const char *broken_string(size_t count) const {
    const char *text = reinterpret_cast<const char *>(source.get());
    size_t start = lead;
    bool inside = false;
    for (size_t i = lead; i < lead + count; i++) {
      if (text[i] == '"') {
        inside = !inside;
        if (inside) start = i;
      } else if (inside && text[i] == '\\') {
        i++;
      } else if (inside && static_cast<uint8_t>(text[i]) < 0x20) {
        return text + i;
      }
    }
    return text + start;
  }
};

annals_json_parser *annals_json_parser_create(void) { return new (std::nothrow) annals_json_parser; }

void annals_json_parser_destroy(annals_json_parser *parser) { delete parser; }

const annals_json_result *annals_json_parser_result(const annals_json_parser *parser) {
  return &parser->result;
}

bool annals_json_parse(annals_json_parser *parser, const uint8_t *bytes, size_t count) {
  annals_json_result &result = parser->result;
  result = {result.generation + 1};
  if (count > ANNALS_JSON_SIZE_LIMIT) {
    result.error = "the document is over 4 GiB";
    return false;
  }
  // No C++ exception may reach the caller; only running out of memory throws here.
  try {
    parser->load(bytes, count);
    if (parser->parse(count)) {
      result.tokens = parser->tokens.data();
      result.token_count = parser->tokens.size();
      result.strings = parser->strings.get();
      result.source = parser->source.get() + annals_json_parser::lead;
      return true;
    }
    const char *start = reinterpret_cast<const char *>(parser->source.get()) + annals_json_parser::lead;
    result.error = parser->error;
    result.error_offset = std::min(static_cast<size_t>(std::max(parser->place, start) - start), count);
  } catch (...) {
    result.error = "there is not enough memory";
  }
  return false;
}
