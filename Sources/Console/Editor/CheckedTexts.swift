import JSONText
import SchemaRepository
import Synchronization

/// Documents as they were checked, kept for the pages and frames that show the same text next: the newest ones, in memory,
/// within a budget.
final class CheckedTexts: Sendable {
    /// A document, the kind that it was checked as, and the address of the schemas that it was checked against.
    private struct Entry {
        let document: CheckedDocument
        let kind: String?
        let repository: String
        let size: Int

        func answers(_ bytes: [UInt8], kind: String?, repository: String) -> Bool {
            self.repository == repository && self.kind == kind && document.bytes == bytes
        }
    }

    private struct State {
        /// The least recently used first.
        var entries: [Entry] = []
        var size = 0

        func index(of bytes: [UInt8], kind: String?, repository: String) -> Int? {
            entries.lastIndex { $0.answers(bytes, kind: kind, repository: repository) }
        }
    }

    private let state = Mutex(State())
    private let budget: Int
    private let limit: Int

    /// Holds at most `limit` documents that take about `budget` bytes together.
    init(budget: Int = 128 << 20, limit: Int = 64) {
        self.budget = budget
        self.limit = limit
    }

    /// The number of documents held.
    var count: Int { state.withLock { $0.entries.count } }

    /// A text checked as a kind: as it was found before, where the same text was checked against the same schemas.
    func document(
        _ bytes: [UInt8], kind: DocumentKind?, in repository: SchemaRepository, work: WorkBudget = WorkBudget()
    )
        -> CheckedDocument
    {
        let known = state.withLock { state -> CheckedDocument? in
            guard let index = state.index(of: bytes, kind: kind?.id, repository: repository.hash) else { return nil }
            let entry = state.entries.remove(at: index)
            state.entries.append(entry)
            return entry.document
        }
        if let known { return known }
        let checked = repository.check(bytes, kind: kind, work: work)
        // A check that ran out of time says nothing about the text.
        if work.isSpent { return checked }
        keep(Entry(document: checked, kind: kind?.id, repository: repository.hash, size: Self.size(of: checked)))
        return checked
    }

    private func keep(_ entry: Entry) {
        guard entry.size <= budget else { return }
        state.withLock { state in
            // Somebody else may have checked the same text meanwhile.
            if let index = state.index(of: entry.document.bytes, kind: entry.kind, repository: entry.repository) {
                state.size -= state.entries.remove(at: index).size
            }
            state.entries.append(entry)
            state.size += entry.size
            while state.size > budget || state.entries.count > limit {
                state.size -= state.entries.removeFirst().size
            }
        }
    }

    /// What a checked document takes in memory, guessed rather too high: a text of empty arrays has a value of 16 bytes for
    /// every three of its own, with tables of where each stands.
    private static func size(of checked: CheckedDocument) -> Int {
        1_024 + checked.bytes.count * 16 + checked.diagnostics.count * 1_024
    }
}
