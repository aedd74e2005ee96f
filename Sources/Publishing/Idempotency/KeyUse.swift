/// The former use of an idempotency key.
package struct KeyUse: Sendable, Hashable {
    /// The release that the request made, or the last one of several; nil if it made none.
    package let release: Int?
    /// The schedule that the request made, or nil.
    package let schedule: Int?
    let digest: [UInt8]

    /// The result of the request as words.
    package var result: String {
        switch (release, schedule) {
        case (let release?, _): "release \(release)"
        case (nil, let schedule?): "schedule \(schedule)"
        case (nil, nil): "a request to the management API"
        }
    }
}

/// The answer that a program got to a request with an idempotency key.
package struct KeptAnswer: Sendable, Hashable {
    package let status: Int
    /// The fields that describe the answer, by their lower-case names.
    package let fields: [String: String]
    package let body: [UInt8]

    package init(status: Int, fields: [String: String], body: [UInt8]) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }
}
