#pragma once
#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

// git_libgit2_opts takes a list of any arguments, which Swift cannot call: a function for each form of it.

static inline int assay_git_set_flag(int option, int value) {
    return git_libgit2_opts(option, value);
}

static inline int assay_git_set_size(int option, size_t value) {
    return git_libgit2_opts(option, value);
}

static inline int assay_git_set_search_path(int level, const char *path) {
    return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

/// A place that libgit2 looks for objects in, and what answers for it.
typedef struct {
    git_odb_backend backend;
    void *answering;
} assay_git_backend;
