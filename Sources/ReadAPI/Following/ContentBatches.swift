import Publishing

/// Loads the contents of changed features from the database in batches, in the order in which an index needs them.
final class ContentBatches {
    /// The contents in the order of the features.
    private var wanted: [(hash: String, size: Int)] = []
    /// For each hash, the index in `wanted` at which the contents of the first feature with this hash begin. Batches
    /// begin there, because the contents of one feature may be requested in any order.
    private var places: [String: Int] = [:]
    /// The bytes of the last batch, by hash.
    private var held: [String: [UInt8]] = [:]
    private let fetch: ([String]) throws -> [String: [UInt8]]

    /// The limits of one query: the numbers of contents and of their bytes.
    private static let countLimit = 1_000
    private static let sizeLimit = 4 * 1024 * 1024

    /// Creates the batches; `fetch` returns the bytes by hash and may omit some.
    init(of snapshot: Snapshot, fetch: @escaping ([String]) throws -> [String: [UInt8]]) {
        self.fetch = fetch
        for feature in snapshot.features {
            let start = wanted.count
            for edition in feature.rules.lazy.flatMap(\.editions) where places[edition.hash] == nil {
                places[edition.hash] = start
                wanted.append((edition.hash, edition.size))
            }
        }
    }

    /// Returns the bytes of a hash, or nil if the database has none. Bytes that the last batch lacks are loaded
    /// together with the contents that an index needs next.
    ///
    /// - Throws: The error of `fetch`.
    func content(_ hash: String) throws -> [UInt8]? {
        if let bytes = held[hash] { return bytes }
        held = try fetch(batch(with: hash))
        return held[hash]
    }

    private func batch(with hash: String) -> [String] {
        guard let start = places[hash] else { return [hash] }
        var batch = [hash]
        var size = 0
        for one in wanted[start...].prefix(Self.countLimit) {
            size += one.size
            if size > Self.sizeLimit, batch.count > 1 { break }
            if one.hash != hash { batch.append(one.hash) }
        }
        return batch
    }
}
