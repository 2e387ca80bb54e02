#include <sqlite3.h>

/* Swift imports no functions with `...`. To be called before anything else of SQLite is. */
static inline int sqlite3_config_without_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
