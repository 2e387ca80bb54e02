#pragma once
#include <wchar.h>

// The C library declares wcwidth only under _XOPEN_SOURCE, which Swift's import of it does not set.
int wcwidth(wchar_t scalar);
