/// What the read listener's resolver sees of a GET or HEAD that passed the guard.
package struct ReadRequest: ~Copyable {
    /// Path and query as they came: visible ASCII.
    package let target: [UInt8]
    /// The value of If-None-Match; empty when there is none, or more than one field.
    package let ifNoneMatch: [UInt8]

    /// A request as a test or the listener makes it.
    package init(target: [UInt8], ifNoneMatch: [UInt8] = []) {
        self.target = target
        self.ifNoneMatch = ifNoneMatch
    }
}

/// A prepared response, whole or as the 304 that says the client has it.
package struct ReadAnswer: Sendable {
    package var response: PreparedResponse
    package var isNotModified: Bool

    package init(_ response: PreparedResponse, isNotModified: Bool = false) {
        self.response = response
        self.isNotModified = isNotModified
    }
}
