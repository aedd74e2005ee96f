import JSONText
import SchemaRepository
import Synchronization

/// A cache of checked documents, because pages and frames often need the same text one after another. When it is full,
/// the least recently used documents are removed.
final class CheckedTexts: Sendable {
    /// A document with the `$id` of the kind and the hash of the schemas that it was checked against.
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
        /// The cached documents, the least recently used first.
        var entries: [Entry] = []
        var size = 0

        func index(of bytes: [UInt8], kind: String?, repository: String) -> Int? {
            entries.lastIndex { $0.answers(bytes, kind: kind, repository: repository) }
        }
    }

    private let state = Mutex(State())
    private let budget: Int
    private let limit: Int

    /// Creates a cache of at most `limit` documents and about `budget` bytes.
    init(budget: Int = 128 << 20, limit: Int = 64) {
        self.budget = budget
        self.limit = limit
    }

    /// The number of cached documents.
    var count: Int { state.withLock { $0.entries.count } }

    /// Checks a text as a document of a kind, or returns the cached result for the same text, kind and schemas. If
    /// `kind` is nil, the kind is recognized from the document.
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
        // The result of a check that has used up its time, steps or memory may be incomplete.
        if work.isSpent { return checked }
        keep(Entry(document: checked, kind: kind?.id, repository: repository.hash, size: Self.size(of: checked)))
        return checked
    }

    private func keep(_ entry: Entry) {
        guard entry.size <= budget else { return }
        state.withLock { state in
            // Another thread may have checked the same text in the meantime.
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

    /// Estimates the memory of a checked document in bytes. The estimate is high enough for texts of many small values:
    /// a text of empty arrays needs a 16-byte value for every three bytes, and tables of the values' positions.
    private static func size(of checked: CheckedDocument) -> Int {
        1_024 + checked.bytes.count * 16 + checked.diagnostics.count * 1_024
    }
}
