// A C face over RE2 (https://github.com/google/re2, syntax in its wiki): regular expressions that are
// matched in time that grows with the length of the text and with nothing else.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct annals_pattern annals_pattern;

// Reads an expression of UTF-8; what is wrong with it, if anything is, annals_pattern_error tells.
// Null where memory is short.
annals_pattern *annals_pattern_create(const char *text, size_t length, bool ignores_case);

void annals_pattern_destroy(annals_pattern *pattern);

// Null where the expression is one. Good until the pattern is destroyed.
const char *annals_pattern_error(const annals_pattern *pattern);

// Whether the expression matches somewhere in a text of UTF-8. Several threads may ask at once.
bool annals_pattern_is_found(const annals_pattern *pattern, const char *text, size_t length);

#ifdef __cplusplus
}
#endif
