import Publishing

/// The contents of changed features, asked of the database many at a time, in the order in which an index needs them.
final class ContentBatches {
    /// In the order of the features.
    private var wanted: [(hash: String, size: Int)] = []
    /// Where the contents of the feature begin that needs a hash first: it may ask for its own in any order.
    private var places: [String: Int] = [:]
    private var held: [String: [UInt8]] = [:]
    private let fetch: ([String]) throws -> [String: [UInt8]]

    /// The limits of one query.
    private static let countLimit = 1_000
    private static let sizeLimit = 4 * 1024 * 1024

    /// `fetch` gives the bytes of hashes; it may leave some out.
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

    /// The bytes of a hash; nil when nobody has them. The next ones come with them.
    ///
    /// - Throws: what `fetch` throws.
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
