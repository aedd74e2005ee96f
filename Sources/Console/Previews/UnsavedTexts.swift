import Cryptography
import Synchronization

/// Texts that were checked but not saved, held for the frames that show them: the newest ones, in memory, within a budget.
final class UnsavedTexts: Sendable {
    /// A text and the document kind it is checked as.
    struct Entry: Sendable {
        var bytes: [UInt8]
        var kind: String
        /// The feature that it may become a revision of; nil for a text of none.
        var feature: String?
        /// The id of the account that typed it; nil where it belongs to no one.
        var owner: Int?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// Keys, the least recently used first.
        var order: [String] = []
        var size = 0
    }

    private let state = Mutex(State())
    private let budget: Int
    private let limit: Int

    /// Holds at most `budget` bytes in at most `limit` texts.
    init(budget: Int = 64 << 20, limit: Int = 256) {
        self.budget = budget
        self.limit = limit
    }

    /// Keeps a text and answers its key, which is made of what it holds.
    func keep(_ entry: Entry) -> String {
        let beginning = "\(entry.kind)\0\(entry.feature ?? "")\0\(entry.owner ?? 0)\0"
        let key = SHA256Digest(of: Array(beginning.utf8) + entry.bytes).hex
        state.withLock { state in
            if state.entries[key] == nil {
                state.entries[key] = entry
                state.size += entry.bytes.count
            } else {
                state.order.removeAll { $0 == key }
            }
            state.order.append(key)
            while state.order.count > 1, state.size > budget || state.order.count > limit {
                state.size -= state.entries.removeValue(forKey: state.order.removeFirst())?.bytes.count ?? 0
            }
        }
        return key
    }

    /// The text of a key, unless newer ones have pushed it out.
    func entry(_ key: String) -> Entry? {
        state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            state.order.removeAll { $0 == key }
            state.order.append(key)
            return entry
        }
    }
}
