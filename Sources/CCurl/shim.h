#pragma once
#include <curl/curl.h>

// `curl_easy_setopt` and `curl_easy_getinfo` are variadic: one function for each type of argument.

typedef size_t (*assay_curl_take)(char *_Null_unspecified, size_t, size_t, void *_Null_unspecified);

static inline CURLcode assay_curl_set_long(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode assay_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode assay_curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode assay_curl_set_take(CURL *curl, CURLoption option, assay_curl_take value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode assay_curl_set_context(CURL *curl, CURLoption option, void *value) {
    return curl_easy_setopt(curl, option, value);
}

// A property of a transfer that has ended; 0 where nothing is.
static inline long assay_curl_get_long(CURL *curl, CURLINFO what) {
    long value = 0;
    return curl_easy_getinfo(curl, what, &value) == CURLE_OK ? value : 0;
}
