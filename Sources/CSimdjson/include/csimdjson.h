// A C face over the On-Demand parser of simdjson (https://simdjson.org, API in doc/basics.md): one JSON
// document becomes one flat row of tokens that is walked without allocating.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How deep arrays and objects may be nested.
#define ANNALS_JSON_DEPTH_LIMIT 512

// The longest document, in bytes: offsets are 32 bits wide.
#define ANNALS_JSON_SIZE_LIMIT 0xFFFFF000u

typedef enum {
  ANNALS_JSON_NULL,
  ANNALS_JSON_FALSE,
  ANNALS_JSON_TRUE,
  ANNALS_JSON_NUMBER,
  ANNALS_JSON_STRING,
  ANNALS_JSON_ARRAY,
  ANNALS_JSON_OBJECT,
} annals_json_kind;

typedef struct {
  annals_json_kind kind;
  // Strings and numbers: bytes. Arrays: elements. Objects: members, each a string token and its value.
  uint32_t length;
  // Strings: where in the unescaped strings. Numbers: where in the source.
  uint32_t offset;
  // The index of the token after this value, children included.
  uint32_t next;
} annals_json_token;

// What a parse gave. All of it belongs to the parser and is good until its next parse.
typedef struct {
  // How many documents were parsed: tells what is of this one from what was of an earlier one.
  uint64_t generation;
  const annals_json_token *tokens;
  size_t token_count;
  // Unescaped UTF-8 of all strings, one after the other.
  const uint8_t *strings;
  // A copy of the document.
  const uint8_t *source;
  // What is wrong, or null; and the byte of the document it was noticed at.
  const char *error;
  size_t error_offset;
} annals_json_result;

typedef struct annals_json_parser annals_json_parser;

// Null where memory is short.
annals_json_parser *annals_json_parser_create(void);

void annals_json_parser_destroy(annals_json_parser *parser);

// The result of the last parse, at an address that stays the same.
const annals_json_result *annals_json_parser_result(const annals_json_parser *parser);

// Parses one document. The whole of it is checked: grammar, UTF-8, escapes, numbers, nesting, and that
// nothing follows. False where there is an error.
bool annals_json_parse(annals_json_parser *parser, const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif
