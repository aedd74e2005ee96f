import Cryptography

/// A request that its sender may repeat safely: an idempotency key with a digest of the request.
package struct KeyedRequest: Sendable, Hashable {
    /// The allowed lengths of a key, in bytes.
    package static let lengths = 1...200

    /// The keyed request that this thread is answering; nil if there is none. Every change that is recorded in the
    /// audit trail meanwhile claims the key in its own transaction, so that no change can forget to claim it.
    @TaskLocal static var current: KeyedRequest?

    package let key: String
    /// The SHA-256 of the request; a claimed key with another digest is refused.
    package let digest: [UInt8]
    /// Random bytes that distinguish the transactions of this attempt from those of other attempts with the same key.
    let attempt: [UInt8]

    /// Creates an attempt; `parts` are all byte strings that distinguish the request from others.
    package init(key: String, parts: [[UInt8]]) {
        self.init(
            key: key, digest: SHA256Digest(of: parts.flatMap { Array("\($0.count):".utf8) + $0 }).bytes)
    }

    /// Returns `current` or, without it, a request with the given key and all fields that distinguish it from others;
    /// nil without a key.
    static func asked(key: String?, fields: [String]) -> KeyedRequest? {
        current ?? key.map { KeyedRequest(key: $0, parts: fields.map { Array($0.utf8) }) }
    }

    /// Runs the work that answers the request, with the request as `current`.
    package func answered<Answer>(by work: () throws -> Answer) rethrows -> Answer {
        try Self.$current.withValue(self) { try work() }
    }

    init(key: String, digest: [UInt8]) {
        (self.key, self.digest) = (key, digest)
        attempt = Random.bytes(16)
    }
}

/// The error for an idempotency key that another attempt has claimed, so that this attempt must change nothing.
package struct KeyTaken: Error, CustomStringConvertible {
    package var description: String { "the idempotency key was already used" }
}
