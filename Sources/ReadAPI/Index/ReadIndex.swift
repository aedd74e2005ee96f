import Publishing

/// Everything live at one release, ready to be served: immutable, so any number of threads read it without a lock.
final class ReadIndex: Sendable {
    /// The newest release in it.
    let point: HistoryPoint
    /// The platforms that requests may name.
    let platforms: Set<String>
    private let listedPlatforms: [Platform]
    private let features: FeatureTable

    /// The newest release's number, 0 before the first.
    var release: Int { point.release }

    /// The index of a complete snapshot.
    ///
    /// - Throws: what `content` throws, and `SnapshotError`.
    convenience init(_ snapshot: Snapshot, content: (String) throws -> [UInt8]?) throws {
        try self.init(after: nil, changes: snapshot, content: content)
    }

    /// The index of a complete snapshot whose contents are at hand, made on all cores.
    ///
    /// - Throws: what `content` throws, and `SnapshotError`.
    init(loading snapshot: Snapshot, content: @Sendable (String) throws -> [UInt8]?) throws {
        point = snapshot.point
        listedPlatforms = snapshot.platforms
        platforms = Set(snapshot.platforms.map(\.name))
        var features = FeatureTable()
        let built = try AllCores.map(snapshot.features) { try FeatureIndex($0, earlier: nil, content: content) }
        for feature in built { features.set(feature) }
        self.features = features
    }

    /// The index after changes; what did not change is shared with the earlier one.
    ///
    /// - Throws: what `content` throws, and `SnapshotError`.
    init(after earlier: ReadIndex?, changes: Snapshot, content: (String) throws -> [UInt8]?) throws {
        point = changes.point
        listedPlatforms = changes.platforms
        platforms = Set(changes.platforms.map(\.name))
        var features = earlier?.features ?? FeatureTable()
        for feature in changes.features {
            let name = Array(feature.name.utf8)
            let before = features[name.span]
            features.set(try FeatureIndex(feature, earlier: before, content: content))
        }
        self.features = features
    }

    /// Everything that is live, as it can be stored.
    var snapshot: Snapshot {
        Snapshot(point: point, platforms: listedPlatforms, features: features.all.map(\.snapshot))
    }

    /// A published feature, by the bytes of its name.
    func feature(named name: Span<UInt8>) -> FeatureIndex? { features[name] }
}
