#include <zlib.h>

/// Begins a stream that writes the gzip format (RFC 1952). `deflateInit2` is a macro, which Swift does not import.
static inline int galley_begin_gzip(z_streamp stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
