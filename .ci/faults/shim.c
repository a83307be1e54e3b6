// Counts what a program changes on disk below a folder, and makes one of these calls fail, ends the program at it, or
// records all of them. Loaded with LD_PRELOAD; built by scene.py.
//
//   FAULT_ROOT   the folder: calls on anything else are let through
//   FAULT_LOG    where calls are recorded, a struct record and its bytes each
//   FAULT_AT     the call that is hurt, counted from 1
//   FAULT_KIND   kill: half of a write is done, then SIGKILL; eio, enospc: the call fails; full: it and all behind it do
//   FAULT_CLOCK  so many seconds are added to the clock of days; durations stay
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call { CREATE = 'c', WRITE = 'w', SYNC = 's', TRUNCATE = 't', RENAME = 'r', LINK = 'l', UNLINK = 'u', FOLDER = 'm', OTHER = '-' };

struct record {
    char call;
    char padding[3];
    uint32_t path, bytes;  // Their lengths; they follow in this order. Bytes are the other path, or what was written.
    uint32_t unused;
    uint64_t inode;
    int64_t offset;  // Or the length to which a file was cut.
};

static char root[PATH_MAX];
static size_t root_length;
static long at, count, step;
static int log_descriptor = -1;
static enum { NONE, KILL, EIO_ONCE, ENOSPC_ONCE, FULL } kind;

__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("FAULT_ROOT"), *log = getenv("FAULT_LOG"), *when = getenv("FAULT_AT"),
               *what = getenv("FAULT_KIND"), *clock = getenv("FAULT_CLOCK");
    if (clock) step = atol(clock);
    if (!folder || !realpath(folder, root)) return;
    root_length = strlen(root);
    at = when ? atol(when) : 0;
    if (what) kind = !strcmp(what, "kill") ? KILL : !strcmp(what, "eio") ? EIO_ONCE : !strcmp(what, "enospc") ? ENOSPC_ONCE : FULL;
    if (log) log_descriptor = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int below(const char *path) { return root_length && !strncmp(path, root, root_length) && path[root_length] == '/'; }

// The path that a name means, whether or not there is a file; 0 where it is of no concern.
static int resolve(int folder, const char *name, char path[PATH_MAX]) {
    char parent[PATH_MAX], whole[PATH_MAX * 2];
    if (!root_length || !name) return 0;
    if (name[0] == '/' || folder == AT_FDCWD) {
        snprintf(whole, sizeof whole, "%s", name);
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, parent, sizeof parent - 1);
        if (length < 0) return 0;
        parent[length] = 0;
        snprintf(whole, sizeof whole, "%s/%s", parent, name);
    }
    size_t length = strlen(whole);
    while (length > 1 && whole[length - 1] == '/') whole[--length] = 0;
    char *slash = strrchr(whole, '/');
    const char *last = slash ? slash + 1 : whole;
    char real[PATH_MAX];
    if (slash) *slash = 0;
    if (!realpath(slash ? (slash == whole ? "/" : whole) : ".", real)) return 0;
    if (strlen(real) + strlen(last) + 2 > PATH_MAX) return 0;
    strcpy(path, real);
    strcat(path, "/");
    strcat(path, last);
    return below(path);
}

static int of_descriptor(int descriptor, char path[PATH_MAX]) {
    char link[64];
    if (!root_length) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return below(path) || !strcmp(path, root);
}

// Whether the call is to fail, with errno; ends the program where it is its last one.
static int hurts(enum call call) {
    long number = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    if (!at || number < at || (number > at && kind != FULL)) return 0;
    // A full disk still takes names away.
    if (call == UNLINK && kind >= ENOSPC_ONCE) return 0;
    if (kind == KILL && call != WRITE) kill(getpid(), SIGKILL);
    errno = kind == EIO_ONCE ? EIO : ENOSPC;
    return 1;
}

// Records a call that was counted; OTHER is one that changed nothing, or nothing that can be told.
static void note(enum call call, const char *path, const void *bytes, size_t length, uint64_t inode, int64_t offset) {
    if (log_descriptor < 0) return;
    int code = errno;
    struct record record = {.call = call, .path = strlen(path), .bytes = length, .inode = inode, .offset = offset};
    struct iovec parts[] = {{&record, sizeof record}, {(void *)path, record.path}, {(void *)bytes, length}};
    syscall(SYS_writev, log_descriptor, parts, 3);
    errno = code;
}

static uint64_t inode_of(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) ? 0 : status.st_ino;
}

static uint64_t inode_at(const char *path) {
    struct stat status;
    return lstat(path, &status) ? 0 : status.st_ino;
}

static ssize_t put(int descriptor, const void *bytes, size_t length, off_t offset, int has_offset) {
    char path[PATH_MAX];
    struct stat status;
    int counts = of_descriptor(descriptor, path) && !fstat(descriptor, &status) && S_ISREG(status.st_mode);
    if (counts && hurts(WRITE)) {
        if (kind != KILL) return -1;
        if (has_offset) syscall(SYS_pwrite64, descriptor, bytes, length / 2, offset);
        else syscall(SYS_write, descriptor, bytes, length / 2);
        kill(getpid(), SIGKILL);
    }
    int64_t from = has_offset ? offset : lseek(descriptor, 0, SEEK_CUR);
    ssize_t done = has_offset ? syscall(SYS_pwrite64, descriptor, bytes, length, offset)
                              : syscall(SYS_write, descriptor, bytes, length);
    if (counts) note(done > 0 ? WRITE : OTHER, path, bytes, done > 0 ? done : 0, inode_of(descriptor), from);
    return done;
}

ssize_t write(int descriptor, const void *bytes, size_t length) { return put(descriptor, bytes, length, 0, 0); }
ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    return put(descriptor, bytes, length, offset, 1);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    return put(descriptor, bytes, length, offset, 1);
}

// Streams of libraries, which write to files without a call that could be taken otherwise.
size_t fwrite(const void *bytes, size_t size, size_t items, FILE *stream) {
    static size_t (*next)(const void *, size_t, size_t, FILE *);
    if (!next) next = dlsym(RTLD_NEXT, "fwrite");
    char path[PATH_MAX];
    int descriptor = root_length ? fileno(stream) : -1;
    if (descriptor > 2 && of_descriptor(descriptor, path)) {
        if (hurts(WRITE)) {
            if (kind == KILL) kill(getpid(), SIGKILL);
            return 0;
        }
        note(OTHER, path, "", 0, 0, 0);
    }
    return next(bytes, size, items, stream);
}

static int sync_file(int descriptor, long call) {
    char path[PATH_MAX];
    int counts = of_descriptor(descriptor, path);
    if (counts && hurts(SYNC)) return -1;
    // Whether the bytes are on a disk makes no difference to what is tried here, but a lot to the time it takes.
    if (counts) {
        note(SYNC, path, "", 0, inode_of(descriptor), 0);
        return 0;
    }
    return syscall(call, descriptor);
}
int fsync(int descriptor) { return sync_file(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_file(descriptor, SYS_fdatasync); }

int ftruncate(int descriptor, off_t length) {
    char path[PATH_MAX];
    int counts = of_descriptor(descriptor, path);
    if (counts && hurts(TRUNCATE)) return -1;
    int code = syscall(SYS_ftruncate, descriptor, length);
    if (counts) note(code ? OTHER : TRUNCATE, path, "", 0, inode_of(descriptor), length);
    return code;
}
int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    char old[PATH_MAX], new[PATH_MAX];
    int counts = resolve(from_folder, from, old) && resolve(to_folder, to, new);
    if (counts && hurts(RENAME)) return -1;
    int code = syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
    if (counts) note(code ? OTHER : RENAME, old, new, strlen(new), inode_at(new), 0);
    return code;
}
int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int link(const char *from, const char *to) {
    char old[PATH_MAX], new[PATH_MAX];
    int counts = resolve(AT_FDCWD, from, old) && resolve(AT_FDCWD, to, new);
    if (counts && hurts(LINK)) return -1;
    int code = syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (counts) note(code ? OTHER : LINK, old, new, strlen(new), inode_at(new), 0);
    return code;
}

int unlink(const char *name) {
    char path[PATH_MAX];
    int counts = resolve(AT_FDCWD, name, path);
    if (counts && hurts(UNLINK)) return -1;
    uint64_t inode = counts ? inode_at(path) : 0;
    int code = syscall(SYS_unlinkat, AT_FDCWD, name, 0);
    if (counts) note(code ? OTHER : UNLINK, path, "", 0, inode, 0);
    return code;
}

int mkdir(const char *name, mode_t mode) {
    char path[PATH_MAX];
    int counts = resolve(AT_FDCWD, name, path);
    if (counts && hurts(FOLDER)) return -1;
    int code = syscall(SYS_mkdirat, AT_FDCWD, name, mode);
    if (counts) note(code ? OTHER : FOLDER, path, "", 0, inode_at(path), 0);
    return code;
}

static int make(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    struct stat status;
    int counts = flags & O_CREAT && resolve(folder, name, path) && lstat(path, &status);
    if (counts && hurts(CREATE)) return -1;
    int descriptor = syscall(SYS_openat, folder, name, flags, mode);
    if (counts) note(descriptor < 0 ? OTHER : CREATE, path, "", 0, inode_of(descriptor), 0);
    return descriptor;
}

#define MODE(flags, mode)                                     \
    mode_t mode = 0;                                          \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                    \
        va_list rest;                                         \
        va_start(rest, flags);                                \
        mode = va_arg(rest, mode_t);                          \
        va_end(rest);                                         \
    }

int open(const char *name, int flags, ...) {
    MODE(flags, mode)
    return make(AT_FDCWD, name, flags, mode);
}
int open64(const char *name, int flags, ...) {
    MODE(flags, mode)
    return make(AT_FDCWD, name, flags | O_LARGEFILE, mode);
}
int openat(int folder, const char *name, int flags, ...) {
    MODE(flags, mode)
    return make(folder, name, flags, mode);
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
    int code = syscall(SYS_clock_gettime, clock, moment);
    if (!code && clock == CLOCK_REALTIME) moment->tv_sec += step;
    return code;
}
