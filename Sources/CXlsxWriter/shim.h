#pragma once
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <xlsxwriter.h>

// Whether a file can grow to so many bytes, where the system can tell: 0, or why not as errno has it. It stays empty.
static inline int assay_has_room(FILE *file, off_t bytes) {
#ifdef __linux__
    int refusal = posix_fallocate(fileno(file), 0, bytes);
    return refusal ? refusal : ftruncate(fileno(file), 0) ? errno : 0;
#else
    return 0;
#endif
}

// Writes and frees a workbook; says why it could not be written, or nothing.
static inline const char *assay_workbook_close(lxw_workbook *workbook) {
    errno = 0;
    lxw_error error = workbook_close(workbook);
    int cause = errno;
    int isLost = cause == ENOSPC || cause == EDQUOT || cause == EFBIG || cause == EIO;
    return isLost ? strerror(cause) : error == LXW_NO_ERROR ? NULL : lxw_strerror(error);
}
