import Synchronization

/// The data that previews of forms and questionnaires were filled with when they were shown last, for the page that
/// saves them: the newest ones, in memory, by the word that the preview's signed address carries.
///
/// This is how answers leave the frame without a script: its posts carry no session, and this page has one.
final class ShownFillings: Sendable {
    private struct State {
        var data: [String: String] = [:]
        /// Words, the least recently shown first.
        var order: [String] = []
        var size = 0
    }

    private let state = Mutex(State())
    private let budget: Int
    private let limit: Int

    /// Holds at most `budget` bytes of at most `limit` previews.
    init(budget: Int = 16 << 20, limit: Int = 256) {
        self.budget = budget
        self.limit = limit
    }

    /// Keeps what a preview shows now, instead of before.
    func keep(_ data: String, as word: String) {
        state.withLock { state in
            state.size += data.utf8.count - (state.data[word]?.utf8.count ?? 0)
            state.data[word] = data
            state.order.removeAll { $0 == word }
            state.order.append(word)
            while state.order.count > 1, state.size > budget || state.order.count > limit {
                state.size -= state.data.removeValue(forKey: state.order.removeFirst())?.utf8.count ?? 0
            }
        }
    }

    /// The JSON that a preview showed last, unless newer ones have pushed it out.
    func data(_ word: String) -> String? { state.withLock { $0.data[word] } }
}
