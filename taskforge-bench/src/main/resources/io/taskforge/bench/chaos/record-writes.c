/*
 * Preloaded into a program, records what it does to the files below the directory TASKFORGE_RECORDED
 * in the file TASKFORGE_RECORD, in the order in which it happens. Calls are serialized, so that a write is either before or after a sync and never beside it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATED = 1, WRITTEN, TRUNCATED, SYNCED, DIRECTORY_SYNCED, UNLINKED, RENAMED };

/* Precedes each path and data, in the byte order of the machine. */
struct header {
  int32_t operation;
  int32_t file;
  int64_t offset;
  int32_t path_length;
  int32_t data_length;
};

#define MAX_DESCRIPTORS 65536
#define MAX_FILES 1024
#define DIRECTORY -1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_descriptor = -1;
static char watched[PATH_MAX];
static int32_t files[MAX_DESCRIPTORS]; /* the file behind a descriptor, 0 for none of ours */
static char *paths[MAX_FILES];         /* by file; NULL once it is unlinked */
static int32_t last_file;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *directory = getenv("TASKFORGE_RECORDED");
  const char *record = getenv("TASKFORGE_RECORD");
  if (directory != NULL && record != NULL && realpath(directory, watched) != NULL) {
    log_descriptor = syscall(SYS_openat, AT_FDCWD, record, O_WRONLY | O_CREAT | O_APPEND, 0600);
  }
}

static void record(int32_t operation, int32_t file, int64_t offset, const char *path,
                   const void *data, size_t length) {
  struct header header = {operation, file, offset, path == NULL ? 0 : strlen(path), length};
  struct iovec parts[] = {{&header, sizeof header},
                          {(void *)path, header.path_length},
                          {(void *)data, length}};
  size_t total = sizeof header + header.path_length + length;
  if (syscall(SYS_writev, log_descriptor, parts, 3) != (long)total) {
    abort(); /* a record with a gap would prove nothing */
  }
}

static int is_watched(const char *path) {
  size_t length = strlen(watched);
  return log_descriptor >= 0 && path != NULL && strncmp(path, watched, length) == 0 &&
         (path[length] == '/' || path[length] == 0);
}

static int32_t file_at(const char *path) {
  for (int32_t i = 1; i <= last_file; i++) {
    if (paths[i] != NULL && strcmp(paths[i], path) == 0) {
      return i;
    }
  }
  return 0;
}

static int32_t of(int descriptor) {
  return descriptor < 0 || descriptor >= MAX_DESCRIPTORS ? 0 : files[descriptor];
}

static void opened(int descriptor, const char *path) {
  if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS) {
    return;
  }
  files[descriptor] = 0;
  if (!is_watched(path)) {
    return;
  }
  if (strcmp(path, watched) == 0) {
    files[descriptor] = DIRECTORY;
    return;
  }
  int32_t file = file_at(path);
  if (file == 0) {
    if (last_file + 1 == MAX_FILES) {
      abort();
    }
    file = ++last_file;
    paths[file] = strdup(path);
    record(CREATED, file, 0, path, NULL, 0);
  }
  files[descriptor] = file;
}

#define OPEN(name, declared, passed)                                \
  int name(declared const char *path, int flags, ...) {             \
    static int (*real)(declared const char *, int, ...);            \
    mode_t mode = 0;                                                \
    if (flags & (O_CREAT | O_TMPFILE)) {                            \
      va_list rest;                                                 \
      va_start(rest, flags);                                        \
      mode = va_arg(rest, mode_t);                                  \
      va_end(rest);                                                 \
    }                                                               \
    pthread_mutex_lock(&lock);                                      \
    if (real == NULL) {                                             \
      real = next(#name);                                           \
    }                                                               \
    int descriptor = real(passed path, flags, mode);                \
    opened(descriptor, path);                                       \
    pthread_mutex_unlock(&lock);                                    \
    return descriptor;                                              \
  }
#define NOTHING
#define DECLARED int directory,
#define PASSED directory,
OPEN(open, NOTHING, NOTHING)
OPEN(open64, NOTHING, NOTHING)
OPEN(openat, DECLARED, PASSED)
OPEN(openat64, DECLARED, PASSED)

int close(int descriptor) {
  static int (*real)(int);
  pthread_mutex_lock(&lock);
  if (real == NULL) {
    real = next("close");
  }
  if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS) {
    files[descriptor] = 0;
  }
  int result = real(descriptor);
  pthread_mutex_unlock(&lock);
  return result;
}

#define PWRITE(name)                                                              \
  ssize_t name(int descriptor, const void *data, size_t length, off64_t offset) { \
    static ssize_t (*real)(int, const void *, size_t, off64_t);                   \
    if (real == NULL) {                                                           \
      real = next(#name);                                                         \
    }                                                                             \
    if (of(descriptor) <= 0) {                                                    \
      return real(descriptor, data, length, offset);                              \
    }                                                                             \
    pthread_mutex_lock(&lock);                                                    \
    ssize_t written = real(descriptor, data, length, offset);                     \
    if (written > 0) {                                                            \
      record(WRITTEN, of(descriptor), offset, NULL, data, written);               \
    }                                                                             \
    pthread_mutex_unlock(&lock);                                                  \
    return written;                                                               \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int descriptor, const void *data, size_t length) {
  static ssize_t (*real)(int, const void *, size_t);
  if (real == NULL) {
    real = next("write");
  }
  if (of(descriptor) <= 0) {
    return real(descriptor, data, length);
  }
  pthread_mutex_lock(&lock);
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  ssize_t written = real(descriptor, data, length);
  if (written > 0) {
    record(WRITTEN, of(descriptor), offset, NULL, data, written);
  }
  pthread_mutex_unlock(&lock);
  return written;
}

#define TRUNCATE(name)                                        \
  int name(int descriptor, off64_t length) {                  \
    static int (*real)(int, off64_t);                         \
    if (real == NULL) {                                       \
      real = next(#name);                                     \
    }                                                         \
    pthread_mutex_lock(&lock);                                \
    int result = real(descriptor, length);                    \
    if (result == 0 && of(descriptor) > 0) {                  \
      record(TRUNCATED, of(descriptor), length, NULL, NULL, 0); \
    }                                                         \
    pthread_mutex_unlock(&lock);                              \
    return result;                                            \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(name)                                               \
  int name(int descriptor) {                                     \
    static int (*real)(int);                                     \
    if (real == NULL) {                                          \
      real = next(#name);                                        \
    }                                                            \
    pthread_mutex_lock(&lock);                                   \
    int result = real(descriptor);                               \
    if (result == 0 && of(descriptor) > 0) {                     \
      record(SYNCED, of(descriptor), 0, NULL, NULL, 0);          \
    } else if (result == 0 && of(descriptor) == DIRECTORY) {     \
      record(DIRECTORY_SYNCED, 0, 0, NULL, NULL, 0);             \
    }                                                            \
    pthread_mutex_unlock(&lock);                                 \
    return result;                                               \
  }
SYNC(fsync)
SYNC(fdatasync)

static void forget(const char *path) {
  int32_t file = file_at(path);
  if (file != 0) {
    free(paths[file]);
    paths[file] = NULL;
  }
}

int unlink(const char *path) {
  static int (*real)(const char *);
  if (real == NULL) {
    real = next("unlink");
  }
  pthread_mutex_lock(&lock);
  int result = real(path);
  if (result == 0 && is_watched(path)) {
    forget(path);
    record(UNLINKED, 0, 0, path, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int rename(const char *from, const char *to) {
  static int (*real)(const char *, const char *);
  if (real == NULL) {
    real = next("rename");
  }
  pthread_mutex_lock(&lock);
  int result = real(from, to);
  if (result == 0 && is_watched(from) && is_watched(to)) {
    forget(to);
    int32_t file = file_at(from);
    if (file != 0) {
      free(paths[file]);
      paths[file] = strdup(to);
    }
    record(RENAMED, file, 0, from, to, strlen(to));
  }
  pthread_mutex_unlock(&lock);
  return result;
}
