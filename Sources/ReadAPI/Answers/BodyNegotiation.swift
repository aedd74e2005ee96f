import MicroHTTP

/// The fields of a request that decide if its answer has a body, and in which content coding.
struct BodyNegotiation {
    /// True for HEAD.
    var isHead = false
    /// The value of If-None-Match; values of repeated fields are joined with commas. Empty if the field is missing.
    var ifNoneMatch: [UInt8] = []
    /// The content codings that the client accepts.
    var acceptedCodings = AcceptedCodings()

    /// Returns true if If-None-Match contains the entity tag of the bytes in a coding; `tag` is that of the
    /// uncompressed bytes, without quotes.
    func isKnown(_ tag: String, _ coding: ContentCoding) -> Bool {
        !ifNoneMatch.isEmpty && EntityTag.matches(ifNoneMatch, tag.utf8.span, coding)
    }
}
