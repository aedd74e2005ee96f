/// The earlier use of an idempotency key.
package struct KeyUse: Sendable, Hashable {
    /// The release that the request created, the last one of several; nil if it created none.
    package let release: Int?
    /// The schedule that the request created, or nil.
    package let schedule: Int?
    /// The digest of the request; see `KeyedRequest.digest`.
    let digest: [UInt8]

    /// The result of the request, for messages.
    package var result: String {
        switch (release, schedule) {
        case (let release?, _): "release \(release)"
        case (nil, let schedule?): "schedule \(schedule)"
        case (nil, nil): "a request to the management API"
        }
    }
}

/// The stored HTTP response to a request with an idempotency key.
package struct StoredAnswer: Sendable, Hashable {
    package let status: Int
    /// The stored header fields, by their lower-case names.
    package let fields: [String: String]
    package let body: [UInt8]

    package init(status: Int, fields: [String: String], body: [UInt8]) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }
}
