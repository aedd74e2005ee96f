import MicroHTTP

/// The documents that clients asked for last, within limits.
struct KeptDocuments {
    private struct Entry {
        let document: ServedDocument
        /// The number of uses of all documents up to the last one of this.
        var used: Int
    }

    private var entries: [DocumentKey: Entry] = [:]
    /// The number of bytes of all bodies.
    private var size = 0
    private var uses = 0
    private let limit: (documents: Int, bytes: Int)

    /// Creates an empty collection for a number of documents whose bodies have a number of bytes together.
    init(documents: Int = 512, bytes: Int) { limit = (documents, bytes) }

    /// Returns the document of a key, if it is kept.
    mutating func find(_ key: DocumentKey) -> ServedDocument? {
        guard let document = entries[key]?.document else { return nil }
        uses += 1
        entries[key]?.used = uses
        return document
    }

    /// Keeps a document; it takes the place of those that were used longest ago.
    mutating func keep(_ document: ServedDocument, as key: DocumentKey) {
        remove(key)
        guard document.body.count <= limit.bytes else { return }
        while entries.count >= limit.documents || size > limit.bytes - document.body.count, dropOldest() {}
        uses += 1
        entries[key] = Entry(document: document, used: uses)
        size += document.body.count
    }

    /// Drops the document that was used longest ago; returns false if there is none.
    mutating func dropOldest() -> Bool {
        guard let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key else { return false }
        remove(oldest)
        return true
    }

    private mutating func remove(_ key: DocumentKey) {
        if let entry = entries.removeValue(forKey: key) { size -= entry.document.body.count }
    }
}
