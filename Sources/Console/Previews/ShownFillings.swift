import Synchronization

/// A cache of the data that previews of forms and questionnaires were last filled with. The key is part of the
/// preview's signed address; the size is limited.
///
/// With it, people can save what they typed even if scripts are off: posts in the frame have no session, but the page
/// that saves the data has one.
final class ShownFillings: Sendable {
    private struct State {
        var data: [String: String] = [:]
        /// The keys, those whose data was stored longest ago first.
        var order: [String] = []
        var size = 0
    }

    private let state = Mutex(State())
    private let budget: Int
    private let limit: Int

    /// Creates a cache of at most `budget` bytes and `limit` previews; the data that was stored longest ago is removed
    /// first. The newest data is kept even if it alone exceeds `budget`.
    init(budget: Int = 16 << 20, limit: Int = 256) {
        self.budget = budget
        self.limit = limit
    }

    /// Stores a preview's current data.
    func keep(_ data: String, as key: String) {
        state.withLock { state in
            state.size += data.utf8.count - (state.data[key]?.utf8.count ?? 0)
            state.data[key] = data
            state.order.removeAll { $0 == key }
            state.order.append(key)
            while state.order.count > 1, state.size > budget || state.order.count > limit {
                state.size -= state.data.removeValue(forKey: state.order.removeFirst())?.utf8.count ?? 0
            }
        }
    }

    /// Returns the JSON that a preview was last filled with, or nil if it is no longer cached.
    func data(_ key: String) -> String? { state.withLock { $0.data[key] } }
}
