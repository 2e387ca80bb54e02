#include "cre2.h"

#include <re2/re2.h>

#include <new>

struct annals_pattern {
  RE2 expression;
};

namespace {

RE2::Options options(bool ignores_case) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(!ignores_case);
  return options;
}

}  // namespace

annals_pattern *annals_pattern_create(const char *text, size_t length, bool ignores_case) {
  return new (std::nothrow)
      annals_pattern{RE2(re2::StringPiece(text, length), options(ignores_case))};
}

void annals_pattern_destroy(annals_pattern *pattern) { delete pattern; }

const char *annals_pattern_error(const annals_pattern *pattern) {
  return pattern->expression.ok() ? nullptr : pattern->expression.error().c_str();
}

bool annals_pattern_is_found(const annals_pattern *pattern, const char *text, size_t length) {
  return RE2::PartialMatch(re2::StringPiece(text, length), pattern->expression);
}
