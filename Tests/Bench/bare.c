// The server that `bin/bench read` compares Galley with: libmicrohttpd by itself. It has as many prepared responses and
// bodies as Galley, because with thousands of them most of a request's time is spent waiting for memory. It finds a
// response by the feature's name (binary search), the platform, the first number of the client's version and the
// bucket, and sends the header fields that Galley sends. It checks nothing else, and its only deadline is that for idle
// connections. A connection has as much memory as in Galley (`ListenerConfiguration.read`), because the library clears
// all of it after each request.
//   cc -O2 -o bare bare.c -lmicrohttpd -lpthread;  bare PORT THREADS FILE
// FILE: "NAME FROM UNTIL BUCKETS BODY SIZE" lines, sorted by name and, for each name, by precedence. A client whose
// version begins with a number from FROM to below UNTIL and whose bucket is below BUCKETS gets the feature's body number
// BODY, from 0, of SIZE bytes.
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

enum { PLATFORMS = 2, EDITIONS = 4, BODIES = 3 };
static const char *platforms[PLATFORMS] = {"ios", "android"};

struct edition {
    int from, until, buckets;
    char tag[72];
    struct MHD_Response *responses[PLATFORMS];
};
struct feature {
    char name[104];
    char *bodies[BODIES];
    size_t edition_count;
    struct edition editions[EDITIONS];
};
static struct feature *features;
static size_t feature_count;
static struct MHD_Response *absent;

static struct MHD_Response *prepare(const char *name, const char *platform, const char *versions, const char *tag,
                                    char *body, size_t size) {
    struct MHD_Response *response = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
    const char *fields[][2] = {
        {"Content-Type", "application/json"},
        {"ETag", tag},
        {"Cache-Control", "public, max-age=30, stale-while-revalidate=300, stale-if-error=86400"},
        {"Vary", "Accept-Encoding"},
        {"Content-Digest", "sha-256=:n4uvHjZTn4uvHjZTn4uvHjZTn4uvHjZTn4uvHjZTn4u=:"},
        {"Galley-Feature", name},
        {"Galley-Platform", platform},
        {"Galley-Versions", versions},
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

static const struct edition *edition_of(const struct feature *feature, int version, int bucket) {
    for (size_t i = 0; i < feature->edition_count; i++) {
        const struct edition *edition = &feature->editions[i];
        if (edition->from <= version && version < edition->until && bucket < edition->buckets) return edition;
    }
    return NULL;
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
    const struct feature *feature = bsearch(path + 13, features, feature_count, sizeof *features, by_name);
    const char *asked = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "platform");
    const char *client = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "client_version");
    const char *bucket = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "bucket");
    if (!feature || !asked || !client) return MHD_queue_response(connection, 404, absent);
    int platform = 0;
    while (platform < PLATFORMS && strcmp(asked, platforms[platform]) != 0) platform++;
    // A client without a bucket gets only what all clients get.
    const struct edition *found = edition_of(feature, atoi(client), bucket ? atoi(bucket) : 999);
    if (platform == PLATFORMS || !found) return MHD_queue_response(connection, 404, absent);
    // A server that sends Vary: Accept-Encoding reads that field, even if it supports only one coding.
    const char *codings = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    if (codings && strcmp(codings, "only-unknown") == 0) return MHD_queue_response(connection, 404, absent);
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    int is_known = known && strstr(known, found->tag);
    return MHD_queue_response(connection, is_known ? 304 : 200, found->responses[platform]);
}

// Adds an edition of a feature. Responses share bodies as those of Galley do.
static void add(const char *name, struct edition edition, size_t body, size_t size) {
    static int edition_count;
    if (!feature_count || strcmp(features[feature_count - 1].name, name) != 0) {
        features = realloc(features, (feature_count + 1) * sizeof *features);
        features[feature_count] = (struct feature){.edition_count = 0};
        strcpy(features[feature_count++].name, name);
    }
    struct feature *feature = &features[feature_count - 1];
    if (feature->edition_count == EDITIONS || body >= BODIES) exit(2);
    if (!feature->bodies[body]) feature->bodies[body] = memset(malloc(size), 'x', size);
    char versions[24];
    snprintf(versions, sizeof versions, ">=%d.0 <%d.0", edition.from, edition.until);
    snprintf(edition.tag, sizeof edition.tag, "\"%064x\"", ++edition_count);
    for (int platform = 0; platform < PLATFORMS; platform++)
        edition.responses[platform] =
            prepare(name, platforms[platform], versions, edition.tag, feature->bodies[body], size);
    feature->editions[feature->edition_count++] = edition;
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
    struct edition edition = {0};
    size_t body, size;
    while (fscanf(file, "%103s %d %d %d %zu %zu", name, &edition.from, &edition.until, &edition.buckets, &body,
                  &size) == 6)
        add(name, edition, body, size);
    fclose(file);
    absent = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    signal(SIGPIPE, SIG_IGN);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    for (int i = 0; i < threads; i++) {
        struct MHD_Daemon *daemon = MHD_start_daemon(
            MHD_USE_EPOLL, port, NULL, NULL, &answer, NULL, MHD_OPTION_SOCK_ADDR, &address,
            MHD_OPTION_LISTENING_ADDRESS_REUSE, 1, MHD_OPTION_CONNECTION_LIMIT, 4096,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(14 * 1024), MHD_OPTION_CONNECTION_TIMEOUT, 75, MHD_OPTION_END);
        if (!daemon) return fprintf(stderr, "bare: no daemon on port %d\n", port), 1;
        pthread_t thread;
        pthread_create(&thread, NULL, loop, daemon);
    }
    pause();
    return 0;
}
