#include <malloc.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

// MHD_get_connection_info and MHD_get_daemon_info are variadic; Swift does not import variadic functions.

static inline const union MHD_ConnectionInfo *galley_connection_info(struct MHD_Connection *connection,
                                                                     enum MHD_ConnectionInfoType kind) {
    return MHD_get_connection_info(connection, kind);
}

static inline const union MHD_DaemonInfo *galley_daemon_info(struct MHD_Daemon *daemon, enum MHD_DaemonInfoType kind) {
    return MHD_get_daemon_info(daemon, kind);
}

// An external logger gets a va_list, which a Swift function cannot take; galley_log passes the formatted text on.

typedef void (*galley_report)(const char *message);

static inline void galley_log(void *report, const char *format, va_list arguments) {
    char message[256];
    vsnprintf(message, sizeof message, format, arguments);
    ((galley_report)report)(message);
}

static inline void *galley_logger(void) {
    return (void *)(uintptr_t)galley_log;
}

// Makes the C library return freed blocks of at least `size` bytes to the system. Swift's module of the C library lacks
// malloc.h.

static inline void galley_return_blocks(int size) {
    mallopt(M_MMAP_THRESHOLD, size);
}

// MHD_set_response_options is variadic, too. In this mode, a response is not sent in chunks, and the connection is
// closed after it.

static inline void galley_end_by_closing(struct MHD_Response *response) {
    (void)MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}
