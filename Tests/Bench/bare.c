// The server that `bin/bench read` compares Galley with: libmicrohttpd by itself. It finds a prepared response by the
// feature's name (binary search) and sends the header fields that Galley sends. It ignores the values of the platform
// and the client version, and has no access checks and no deadlines.
//   cc -O2 -o bare bare.c -lmicrohttpd -lpthread;  bare PORT THREADS FILE      FILE: "NAME SIZE" lines, sorted by name
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct feature {
    char name[104];
    char tag[72];
    struct MHD_Response *response;
};
static struct feature *features;
static size_t feature_count;
static struct MHD_Response *absent;

static struct MHD_Response *prepare(const char *tag, size_t size) {
    char *body = malloc(size + 1);
    memset(body, 'x', size);
    struct MHD_Response *response = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_MUST_FREE);
    const char *fields[][2] = {
        {"Content-Type", "application/json"},
        {"ETag", tag},
        {"Cache-Control", "public, max-age=30, stale-while-revalidate=300, stale-if-error=86400"},
        {"Vary", "Accept-Encoding"},
        {"Content-Digest", "sha-256=:n4uvHjZTn4uvHjZTn4uvHjZTn4uvHjZTn4uvHjZTn4u=:"},
        {"Galley-Feature", "bench.feature.0001"},
        {"Galley-Platform", "ios"},
        {"Galley-Versions", ">=1.0"},
        {"Signature-Input",
         "sig1=(\"content-digest\" \"galley-feature\" \"galley-platform\" \"galley-versions\" \"galley-revision\" "
         "\"galley-release\");created=1790000000;keyid=\"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k\";alg=\"ed25519\""},
        {"Signature",
         "sig1=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:"},
        {"Galley-Revision", "1"},
        {"Galley-Release", "1000"},
        {"Access-Control-Allow-Origin", "*"},
        {"Access-Control-Expose-Headers", "*"},
        {"Cross-Origin-Resource-Policy", "cross-origin"},
        {"X-Content-Type-Options", "nosniff"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        MHD_add_response_header(response, fields[i][0], fields[i][1]);
    return response;
}

static int by_name(const void *name, const void *feature) {
    return strcmp(name, ((const struct feature *)feature)->name);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **state) {
    static int seen;
    (void)context, (void)method, (void)version, (void)upload;
    // A response queued in the first call would close the connection.
    if (!*state) {
        *state = &seen;
        return MHD_YES;
    }
    if (*upload_size) {
        *upload_size = 0;
        return MHD_YES;
    }
    if (strncmp(path, "/v1/features/", 13) != 0) return MHD_queue_response(connection, 404, absent);
    const struct feature *found = bsearch(path + 13, features, feature_count, sizeof *features, by_name);
    if (!found || !MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "platform") ||
        !MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "client_version"))
        return MHD_queue_response(connection, 404, absent);
    // A server that sends Vary: Accept-Encoding reads that field, even if it supports only one coding.
    const char *codings = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    if (codings && strcmp(codings, "only-unknown") == 0) return MHD_queue_response(connection, 404, absent);
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    int is_known = known && strstr(known, found->tag);
    return MHD_queue_response(connection, is_known ? 304 : 200, found->response);
}

// An external event loop, because the library's own one stalls when exactly 128 connections are ready at once.
static void *loop(void *argument) {
    struct MHD_Daemon *daemon = argument;
    int descriptor = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    for (;;) {
        MHD_UNSIGNED_LONG_LONG wait = 0;
        int timeout = MHD_get_timeout(daemon, &wait) == MHD_YES ? (int)(wait < 250 ? wait : 250) : 250;
        if (timeout) {
            struct pollfd ready = {.fd = descriptor, .events = POLLIN};
            poll(&ready, 1, timeout);
        }
        MHD_run(daemon);
    }
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int port = atoi(arguments[1]), threads = atoi(arguments[2]);
    FILE *file = fopen(arguments[3], "r");
    if (!file) return perror(arguments[3]), 2;
    char name[104];
    size_t size;
    while (fscanf(file, "%103s %zu", name, &size) == 2) {
        features = realloc(features, (feature_count + 1) * sizeof *features);
        struct feature *feature = &features[feature_count++];
        strcpy(feature->name, name);
        snprintf(feature->tag, sizeof feature->tag, "\"%064zx\"", feature_count);
        feature->response = prepare(feature->tag, size);
    }
    fclose(file);
    absent = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    signal(SIGPIPE, SIG_IGN);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    for (int i = 0; i < threads; i++) {
        struct MHD_Daemon *daemon = MHD_start_daemon(
            MHD_USE_EPOLL, port, NULL, NULL, &answer, NULL, MHD_OPTION_SOCK_ADDR, &address,
            MHD_OPTION_LISTENING_ADDRESS_REUSE, 1, MHD_OPTION_CONNECTION_LIMIT, 4096,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)8192, MHD_OPTION_CONNECTION_TIMEOUT, 75, MHD_OPTION_END);
        if (!daemon) return fprintf(stderr, "bare: no daemon on port %d\n", port), 1;
        pthread_t thread;
        pthread_create(&thread, NULL, loop, daemon);
    }
    pause();
    return 0;
}
