import MicroHTTP

/// A cache of the most recently used manifests and bundles of one kind, with a maximum number of bytes. It keeps the
/// marks of more documents (their header fields and digests), up to a maximum number.
struct DocumentCache {
    private struct Entry {
        let mark: DocumentMark
        /// The document; nil if it was dropped or is too large for the cache.
        var document: ServedDocument?
        /// The value of `uses` at the last use of this entry.
        var used: Int
    }

    private var entries: [DocumentKey: Entry] = [:]
    /// The number of bytes of the bodies of all cached documents.
    private var size = 0
    private var uses = 0
    private let limit: (marks: Int, bytes: Int)

    /// Creates an empty cache with a maximum number of marks, and of bytes of the documents' bodies together.
    init(marks: Int = 512, bytes: Int) { limit = (marks, bytes) }

    /// Returns the mark of a key, with the document if it is kept; nil if neither is.
    mutating func find(_ key: DocumentKey) -> (mark: DocumentMark, document: ServedDocument?)? {
        guard let entry = entries[key] else { return nil }
        uses += 1
        entries[key]?.used = uses
        return (entry.mark, entry.document)
    }

    /// Caches a document and its mark; drops the documents and marks that were used longest ago until there is room. Of
    /// a document that is larger than the cache, only the mark is cached.
    mutating func keep(_ document: ServedDocument, as key: DocumentKey) {
        remove(key)
        while entries.count >= limit.marks, let oldest = oldest(where: { _ in true }) { remove(oldest) }
        let isFitting = document.body.count <= limit.bytes
        while isFitting, size > limit.bytes - document.body.count, dropOldest() {}
        uses += 1
        entries[key] = Entry(mark: document.mark, document: isFitting ? document : nil, used: uses)
        if isFitting { size += document.body.count }
    }

    /// Drops the document that was used longest ago, and keeps its mark; returns false if no document is cached.
    mutating func dropOldest() -> Bool {
        guard let oldest = oldest(where: { $0.document != nil }) else { return false }
        size -= entries[oldest]?.document?.body.count ?? 0
        entries[oldest]?.document = nil
        return true
    }

    private func oldest(where isCandidate: (Entry) -> Bool) -> DocumentKey? {
        entries.filter { isCandidate($0.value) }.min { $0.value.used < $1.value.used }?.key
    }

    private mutating func remove(_ key: DocumentKey) {
        if let entry = entries.removeValue(forKey: key) { size -= entry.document?.body.count ?? 0 }
    }
}
