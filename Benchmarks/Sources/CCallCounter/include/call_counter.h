// What a process was asked to do by all that runs in it, engines and their libraries alike.
//
// The library is loaded before all others (LD_PRELOAD) and stands in for the C library's functions of the same names;
// each call is counted and handed on. Only for the C library of GNU; elsewhere nothing is counted.

#pragma once
#include <stdint.h>

// Blocks of memory that were asked for: malloc, calloc, realloc, and the aligned forms.
uint64_t annals_bench_allocations(void);

// The bytes of these blocks.
uint64_t annals_bench_allocated_bytes(void);

// Calls that return once bytes are lasting: fsync, fdatasync, msync that waits, and each write to a file that was
// opened with O_DSYNC or O_SYNC.
uint64_t annals_bench_syncs(void);
