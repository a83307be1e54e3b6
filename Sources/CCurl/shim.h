#pragma once
#include <arpa/inet.h>
#include <curl/curl.h>
#include <string.h>
#include <sys/socket.h>

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

typedef curl_socket_t (*assay_curl_opener)(void *, curlsocktype, struct curl_sockaddr *);

static inline CURLcode assay_curl_set_opener(CURL *curl, assay_curl_opener value) {
    return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, value);
}

// The bytes of the address that is about to be connected to; 0 for one that is of no internet.
static inline int assay_curl_peer(const struct curl_sockaddr *peer, unsigned char bytes[16]) {
    if (peer->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)(const void *)&peer->addr)->sin_addr, 4);
        return 4;
    }
    if (peer->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)(const void *)&peer->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

// The bytes of an address that is written as a number; 0 for a name.
static inline int assay_curl_number(const char *text, unsigned char bytes[16]) {
    if (inet_pton(AF_INET, text, bytes) == 1) return 4;
    return inet_pton(AF_INET6, text, bytes) == 1 ? 16 : 0;
}

static inline curl_socket_t assay_curl_open(const struct curl_sockaddr *peer) {
#ifdef SOCK_CLOEXEC
    return socket(peer->family, peer->socktype | SOCK_CLOEXEC, peer->protocol);
#else
    return socket(peer->family, peer->socktype, peer->protocol);
#endif
}

// A property of a transfer that has ended; 0 where nothing is.
static inline long assay_curl_get_long(CURL *curl, CURLINFO what) {
    long value = 0;
    return curl_easy_getinfo(curl, what, &value) == CURLE_OK ? value : 0;
}
