import Cryptography

/// A request that its sender may repeat safely: an idempotency key with a digest of what is asked for.
package struct KeyedRequest: Sendable, Hashable {
    /// The lengths of a key, in bytes.
    package static let lengths = 1...200

    /// The request of a program that this thread answers; nil for other work. Everything that is recorded in the audit
    /// trail meanwhile uses the key up, in the same transaction, so that no change can forget it.
    @TaskLocal static var current: KeyedRequest?

    package let key: String
    /// The SHA-256 of the request; a key that comes with another one is refused.
    package let digest: [UInt8]
    /// Random bytes that distinguish the transactions of this attempt from those of another one.
    let attempt: [UInt8]

    /// Creates an attempt; `parts` are all texts that distinguish the request from others.
    package init(key: String, parts: [[UInt8]]) {
        self.init(
            key: key, digest: SHA256Digest(of: parts.flatMap { Array("\($0.count):".utf8) + $0 }).bytes)
    }

    /// Returns the request of a program that this thread answers, or else one with the given key and all fields that
    /// distinguish it from others; nil without a key.
    static func asked(key: String?, fields: [String]) -> KeyedRequest? {
        current ?? key.map { KeyedRequest(key: $0, parts: fields.map { Array($0.utf8) }) }
    }

    /// Runs the work that answers the request.
    package func answered<Answer>(by work: () throws -> Answer) rethrows -> Answer {
        try Self.$current.withValue(self) { try work() }
    }

    init(key: String, digest: [UInt8]) {
        (self.key, self.digest) = (key, digest)
        attempt = Random.bytes(16)
    }
}

/// An idempotency key was used up by another attempt, so this one must change nothing.
package struct KeyTaken: Error, CustomStringConvertible {
    package var description: String { "the idempotency key was already used" }
}
