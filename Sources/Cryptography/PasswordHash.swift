import CSodium
import Dispatch
import Foundation
import Synchronization

/// Password hashes: Argon2id with 46 MiB, one pass, one lane (OWASP's first choice; RFC 9106).
///
/// Only two hashes are computed at a time, because each needs 46 MiB; sixteen more requests of each ``Turn`` may wait.
package enum PasswordHash {
    private static let passes = 1
    private static let kibibytes = 47_104
    /// The maximum number of hashes that are computed at a time.
    private static let runningLimit = 2
    /// The maximum number of waiting requests of each turn.
    private static let waitingLimit = 16
    private static let queue = Mutex(Queue())

    /// The priority of a request: all waiting requests of `first` start before any of `last`.
    package enum Turn: Sendable {
        case first
        /// For requests from unknown clients.
        case last
    }

    private struct Queue {
        var running = 0
        var waiting: [Turn: [DispatchSemaphore]] = [.first: [], .last: []]

        /// Enters the queue; returns nil to start at once, or a semaphore to wait for. Throws `.busy` if too many wait.
        mutating func enter(_ turn: Turn) throws(PasswordHashError) -> DispatchSemaphore? {
            if running < runningLimit {
                running += 1
                return nil
            }
            guard waiting[turn, default: []].count < waitingLimit else { throw .busy }
            let called = DispatchSemaphore(value: 0)
            waiting[turn, default: []].append(called)
            return called
        }

        /// Leaves the queue and lets the next waiting request start.
        mutating func leave() {
            for turn in [Turn.first, .last] where waiting[turn]?.isEmpty == false {
                waiting[turn]?.removeFirst().signal()
                return
            }
            running -= 1
        }
    }

    /// Returns a salted hash with its parameters: `$argon2id$v=19$m=47104,t=1,p=1$…`. Blocks until it is computed.
    package static func hash(_ password: String, turn: Turn = .first) throws(PasswordHashError) -> String {
        let password = characters(of: password)
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = try inTurn(turn) {
            crypto_pwhash_argon2id_str(
                &text, password, UInt64(password.count), UInt64(passes), kibibytes * 1_024)
        }
        guard status == 0 else { throw .outOfMemory }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns true if `hash` is a hash of this password; false also for text that is not a hash. Blocks until the hash
    /// is computed.
    package static func verify(
        _ password: String, against hash: String, turn: Turn = .first
    ) throws(PasswordHashError) -> Bool {
        let password = characters(of: password)
        guard let stored = StoredPasswordHash(hash) else { return false }
        var digest = [UInt8](repeating: 0, count: stored.digest.count)
        // libsodium's own comparison does not tell a lack of memory from a wrong password.
        let status = try inTurn(turn) {
            crypto_pwhash_argon2id(
                &digest, UInt64(digest.count), password, UInt64(password.count), stored.salt, UInt64(stored.passes),
                stored.kibibytes * 1_024, crypto_pwhash_argon2id_ALG_ARGON2ID13)
        }
        guard status == 0 else { throw .outOfMemory }
        return sodium_memcmp(digest, stored.digest, digest.count) == 0
    }

    /// Returns true if the hash has outdated parameters, and for text that is not a hash; it should then be replaced at
    /// the next sign-in.
    package static func needsRehash(_ hash: String) -> Bool {
        guard let stored = padded(hash) else { return true }
        return crypto_pwhash_argon2id_str_needs_rehash(stored, UInt64(passes), kibibytes * 1_024) != 0
    }

    /// Returns the UTF-8 of the normalized password, which is the same for every way to type a character (NFKC, as NIST
    /// SP 800-63B recommends).
    private static func characters(of password: String) -> [CChar] {
        password.precomposedStringWithCompatibilityMapping.utf8.map(CChar.init(bitPattern:))
    }

    /// Returns the hash padded to the fixed length that libsodium reads; nil if it is too long.
    private static func padded(_ hash: String) -> [CChar]? {
        let text = hash.utf8.map(CChar.init(bitPattern:))
        guard text.count < Int(crypto_pwhash_STRBYTES) else { return nil }
        return text + [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES) - text.count)
    }

    private static func inTurn<Value>(_ turn: Turn, _ body: () -> Value) throws(PasswordHashError) -> Value {
        Sodium.prepare()
        let entered = queue.withLock { queue in
            Result { () throws(PasswordHashError) in try queue.enter(turn) }
        }
        try entered.get()?.wait()
        defer { queue.withLock { $0.leave() } }
        return body()
    }
}

/// The reason why a password could not be hashed or compared with a hash.
package enum PasswordHashError: Error, Sendable, Hashable {
    /// Too many requests wait already.
    case busy
    /// The memory for computing a hash, 46 MiB for a new one, could not be allocated.
    case outOfMemory
}
