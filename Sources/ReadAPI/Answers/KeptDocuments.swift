import MicroHTTP

/// The documents that clients asked for last, within limits, and the marks of more of them.
struct KeptDocuments {
    private struct Entry {
        let mark: DocumentMark
        /// The document; nil if it made room for others.
        var document: ServedDocument?
        /// The number of uses of all entries up to the last one of this.
        var used: Int
    }

    private var entries: [DocumentKey: Entry] = [:]
    /// The number of bytes of the bodies of all documents.
    private var size = 0
    private var uses = 0
    private let limit: (marks: Int, bytes: Int)

    /// Creates an empty collection for a number of marks, and documents whose bodies have a number of bytes together.
    init(marks: Int = 512, bytes: Int) { limit = (marks, bytes) }

    /// Returns the mark of a key, with the document if it is kept.
    mutating func find(_ key: DocumentKey) -> (mark: DocumentMark, document: ServedDocument?)? {
        guard let entry = entries[key] else { return nil }
        uses += 1
        entries[key]?.used = uses
        return (entry.mark, entry.document)
    }

    /// Keeps a document; it takes the place of those that were used longest ago.
    mutating func keep(_ document: ServedDocument, as key: DocumentKey) {
        remove(key)
        while entries.count >= limit.marks, let oldest = oldest(where: { _ in true }) { remove(oldest) }
        let isFitting = document.body.count <= limit.bytes
        while isFitting, size > limit.bytes - document.body.count, dropOldest() {}
        uses += 1
        entries[key] = Entry(mark: document.mark, document: isFitting ? document : nil, used: uses)
        if isFitting { size += document.body.count }
    }

    /// Drops the document that was used longest ago, and keeps its mark; returns false if there is none.
    mutating func dropOldest() -> Bool {
        guard let oldest = oldest(where: { $0.document != nil }) else { return false }
        size -= entries[oldest]?.document?.body.count ?? 0
        entries[oldest]?.document = nil
        return true
    }

    private func oldest(where isMeant: (Entry) -> Bool) -> DocumentKey? {
        entries.filter { isMeant($0.value) }.min { $0.value.used < $1.value.used }?.key
    }

    private mutating func remove(_ key: DocumentKey) {
        if let entry = entries.removeValue(forKey: key) { size -= entry.document?.body.count ?? 0 }
    }
}
