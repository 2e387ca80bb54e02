#define _GNU_SOURCE
#include "call_counter.h"

#include <stdatomic.h>

static atomic_uint_fast64_t allocations, allocated_bytes, syncs;

uint64_t annals_bench_allocations(void) { return atomic_load(&allocations); }
uint64_t annals_bench_allocated_bytes(void) { return atomic_load(&allocated_bytes); }
uint64_t annals_bench_syncs(void) { return atomic_load(&syncs); }

#ifdef __GLIBC__

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// MARK: Memory. The C library offers its own functions under these names too, so nothing need be looked up.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count_block(size_t size) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&allocated_bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) {
  count_block(size);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  count_block(count * size);
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  count_block(size);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count_block(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

// MARK: Lasting bytes. The kernel is called directly, for the C library's functions do nothing else.

static void count_sync(void) { atomic_fetch_add_explicit(&syncs, 1, memory_order_relaxed); }

static void count_write(int file) {
  int flags = fcntl(file, F_GETFL);
  if (flags >= 0 && (flags & O_DSYNC)) count_sync();
}

int fsync(int file) {
  count_sync();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  count_sync();
  return (int)syscall(SYS_fdatasync, file);
}

int msync(void *address, size_t length, int flags) {
  if (flags & MS_SYNC) count_sync();
  return (int)syscall(SYS_msync, address, length, flags);
}

ssize_t write(int file, const void *bytes, size_t count) {
  count_write(file);
  return syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  count_write(file);
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return pwrite(file, bytes, count, offset);
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
  count_write(file);
  return syscall(SYS_writev, file, pieces, count);
}

ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
  count_write(file);
  return syscall(SYS_pwritev, file, pieces, count, offset, 0L);
}

ssize_t pwritev64(int file, const struct iovec *pieces, int count, off64_t offset) {
  return pwritev(file, pieces, count, offset);
}

#endif
