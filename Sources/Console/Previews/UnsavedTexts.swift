import Cryptography
import Synchronization

/// Unsaved texts, stored in memory for the frames that show them. The size is limited; the texts used least recently
/// are removed first.
final class UnsavedTexts: Sendable {
    /// A document's text or, while it is tried, a preview template.
    struct Entry: Sendable {
        var bytes: [UInt8]
        /// The document kind; for a preview template, words that name it and its entity.
        var kind: String
        /// The id of the text's feature, whose name may change; nil if the text belongs to no feature.
        var featureID: Int?
        /// The id of the account that typed the text; nil for a text of no account.
        var owner: Int?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The keys, the least recently used first.
        var order: [String] = []
        var size = 0
    }

    private let state = Mutex(State())
    private let budget: Int
    private let limit: Int

    /// Creates a store of at most `budget` bytes and `limit` texts. The newest text is kept even if it alone exceeds
    /// `budget`.
    init(budget: Int = 64 << 20, limit: Int = 256) {
        self.budget = budget
        self.limit = limit
    }

    /// Stores a text and returns its key: a digest of its content, kind, feature and account.
    func keep(_ entry: Entry) -> String {
        let beginning = "\(entry.kind)\0\(entry.featureID ?? 0)\0\(entry.owner ?? 0)\0"
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

    /// Returns the text with a key, or nil if it is no longer stored.
    func entry(_ key: String) -> Entry? {
        state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            state.order.removeAll { $0 == key }
            state.order.append(key)
            return entry
        }
    }
}
