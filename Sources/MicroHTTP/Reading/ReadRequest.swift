/// A GET or HEAD request that passed the guard, as the read listener's resolver receives it.
package struct ReadRequest: ~Copyable {
    /// The raw path and query, in visible ASCII.
    package let target: [UInt8]
    /// True for HEAD, whose answer has no body.
    package let isHead: Bool
    /// The value of If-None-Match; values of repeated fields are joined with commas. Empty if the field is missing.
    package let ifNoneMatch: [UInt8]
    /// The content codings that the client accepts.
    package let acceptedCodings: AcceptedCodings
    /// The address or network that sent the request, perhaps a proxy; nil if it is unknown.
    package let client: IPAddress?

    /// Creates a request.
    package init(
        target: [UInt8], isHead: Bool = false, ifNoneMatch: [UInt8] = [],
        acceptedCodings: AcceptedCodings = AcceptedCodings(), client: IPAddress? = nil
    ) {
        self.target = target
        self.isHead = isHead
        self.ifNoneMatch = ifNoneMatch
        self.acceptedCodings = acceptedCodings
        self.client = client
    }
}
