import Publishing

/// Loads the contents of changed features from the database in batches, in the order in which an index needs them.
final class ContentBatches {
    /// The contents in the order of the features.
    private var wanted: [(hash: String, size: Int)] = []
    /// The position of the contents of the first feature that needs a hash, because a feature may request its own in
    /// any order.
    private var places: [String: Int] = [:]
    private var held: [String: [UInt8]] = [:]
    private let fetch: ([String]) throws -> [String: [UInt8]]

    /// The limits of one query: contents and bytes.
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

    /// Returns the bytes of a hash, or nil if the database has none; also loads the ones that follow.
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
