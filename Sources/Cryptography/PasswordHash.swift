import CSodium
import Dispatch
import Foundation
import Synchronization

/// Hashes of passwords: Argon2id with 46 MiB, one pass, one lane (OWASP's first choice; RFC 9106).
///
/// Two are computed at a time, because each needs its memory; sixteen more may wait for each ``Turn``.
package enum PasswordHash {
    private static let passes = 1
    private static let kibibytes = 47_104
    private static let atOnce = 2
    private static let mayWait = 16
    private static let queue = Mutex(Queue())

    /// The queue that a request waits in: the first one is served before the last one.
    package enum Turn: Sendable {
        case first
        /// For whoever nothing is known of.
        case last
    }

    private struct Queue {
        var running = 0
        var waiting: [Turn: [DispatchSemaphore]] = [.first: [], .last: []]

        /// Takes a place: nil for at once, or what to wait for.
        mutating func enter(_ turn: Turn) throws(PasswordHashError) -> DispatchSemaphore? {
            if running < atOnce {
                running += 1
                return nil
            }
            guard waiting[turn, default: []].count < mayWait else { throw .busy }
            let called = DispatchSemaphore(value: 0)
            waiting[turn, default: []].append(called)
            return called
        }

        /// Calls the next one into the place of one that is done.
        mutating func leave() {
            for turn in [Turn.first, .last] where waiting[turn]?.isEmpty == false {
                waiting[turn]?.removeFirst().signal()
                return
            }
            running -= 1
        }
    }

    /// A salted hash in the form `$argon2id$v=19$m=47104,t=1,p=1$…`, which says how to verify it.
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

    /// Whether `hash` was made of this password; false too for what is no hash.
    package static func verify(
        _ password: String, against hash: String, turn: Turn = .first
    ) throws(PasswordHashError) -> Bool {
        let password = characters(of: password)
        guard let stored = fixed(hash) else { return false }
        return try inTurn(turn) {
            crypto_pwhash_argon2id_str_verify(stored, password, UInt64(password.count)) == 0
        }
    }

    /// Whether the hash was made with other parameters than today's, so that the next sign-in should replace it.
    package static func needsRehash(_ hash: String) -> Bool {
        guard let stored = fixed(hash) else { return true }
        return crypto_pwhash_argon2id_str_needs_rehash(stored, UInt64(passes), kibibytes * 1_024) != 0
    }

    /// The password's UTF-8 in one form for all ways to type the same character (NFKC, as NIST SP 800-63B asks).
    private static func characters(of password: String) -> [CChar] {
        password.precomposedStringWithCompatibilityMapping.utf8.map(CChar.init(bitPattern:))
    }

    /// libsodium reads a fixed number of characters.
    private static func fixed(_ hash: String) -> [CChar]? {
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

/// Why a password could not be hashed or verified now.
package enum PasswordHashError: Error, Sendable, Hashable {
    /// Too many wait already.
    case busy
    /// The system did not give the memory.
    case outOfMemory
}
