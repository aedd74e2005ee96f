import Publishing

/// Everything live at one release, ready to be served; immutable, so that any number of threads can read it without a
/// lock.
final class ReadIndex: Sendable {
    /// The point of history that the index represents: its newest release, and the installation and cluster it is from.
    let point: HistoryPoint
    /// The names of the known platforms.
    let platforms: Set<String>
    /// The newest release that published the state of a restored database again; 0 if there is none.
    let restoration: Int
    private let listedPlatforms: [Platform]
    /// The signer of the responses.
    let signer: ResponseSigner
    private let features: FeatureTable
    private let contents: ContentTable
    /// The features that are new or changed since the earlier index; all features if there is none.
    let changed: [FeatureIndex]
    /// The point of the earlier index; nil if there is none.
    let base: HistoryPoint?
    /// The cache of the manifests and bundles of this index.
    let manifests = ManifestCache()
    /// The features in the order of their newest changes.
    let changes = ChangeOrder()

    /// The newest release's number; 0 before the first.
    var release: Int { point.release }

    /// Creates the index of a complete snapshot. It shares nothing with the index that it replaces except contents that
    /// are or recently were live there, for clients with an earlier manifest.
    ///
    /// - Throws: The error of `content`, and `SnapshotError`.
    convenience init(
        _ snapshot: Snapshot, replacing replaced: ReadIndex? = nil, content: (String) throws -> [UInt8]?
    ) throws {
        try self.init(after: nil, replacing: replaced, changes: snapshot, content: content)
    }

    /// Creates the index of a complete snapshot on all cores. `content` is called by several threads at once, so it
    /// must not use a database connection.
    ///
    /// - Throws: The error of `content`, and `SnapshotError`.
    init(loading snapshot: Snapshot, content: @Sendable (String) throws -> [UInt8]?) throws {
        point = snapshot.point
        restoration = snapshot.restoration
        listedPlatforms = snapshot.platforms
        platforms = Set(snapshot.platforms.map(\.name))
        let signer = ResponseSigner(keys: snapshot.keys)
        self.signer = signer
        let built = try Parallel.map(snapshot.features) {
            try FeatureIndex($0, signer: signer, earlier: nil, content: content)
        }
        var features = FeatureTable(capacity: built.count)
        var contents = ContentTable(capacity: built.count)
        for feature in built {
            features.set(feature)
            contents.replace([], with: feature.contents)
        }
        self.features = features
        self.contents = contents
        changed = built
        base = nil
    }

    /// Creates the index after changes; shares everything unchanged with the earlier one.
    ///
    /// `replaced`: An index whose contents remain available for a while, even if no edition has them any more; nothing
    /// else of it is kept.
    ///
    /// - Throws: The error of `content`, and `SnapshotError`.
    init(
        after earlier: ReadIndex?, replacing replaced: ReadIndex? = nil, changes: Snapshot,
        content: (String) throws -> [UInt8]?
    ) throws {
        point = changes.point
        restoration = max(earlier?.restoration ?? 0, changes.restoration)
        listedPlatforms = changes.platforms
        platforms = Set(changes.platforms.map(\.name))
        signer = ResponseSigner(keys: changes.keys)
        var features = earlier?.features ?? FeatureTable()
        var contents = earlier?.contents ?? ContentTable()
        var changed: [FeatureIndex] = []
        for feature in changes.features {
            let name = Array(feature.name.utf8)
            let before = features[name.span]
            let index = try FeatureIndex(feature, signer: signer, earlier: before, content: content)
            features.set(index)
            contents.replace(before?.contents ?? [], with: index.contents)
            changed.append(index)
        }
        if let replaced { contents.retire(from: replaced.contents) }
        self.features = features
        self.contents = contents
        self.changed = changed
        base = earlier?.point
    }

    /// The snapshot of the index, for storing.
    var snapshot: Snapshot {
        Snapshot(
            point: point, platforms: listedPlatforms, keys: signer.keys, features: features.all.map(\.snapshot),
            restoration: restoration)
    }

    /// Returns true if the keys of the database are those with which the index signs.
    func hasKeys(of head: DatabaseHead) -> Bool { signer.keys.map(\.id) == head.keys.map(\.id) }

    /// Returns a published feature by the bytes of its name, or nil.
    func feature(named name: Span<UInt8>) -> FeatureIndex? { features[name] }

    /// Returns the result for a client of a feature and a known platform; nil if the index has no such feature. Both
    /// names are in UTF-8; `key` is the sort key of the client's version.
    func outcome(
        of feature: Span<UInt8>, platform: Span<UInt8>, key: [UInt8], bucket: Int?
    ) -> EditionPlan.Outcome? {
        features.outcome(of: feature, platform: platform, key: key, bucket: bucket)
    }

    /// Returns the content with a hash, if an edition has it or had it until recently.
    func content(hash: String) -> ServedContent? { contents[hash] }

    /// All features, in no particular order.
    var allFeatures: some Sequence<FeatureIndex> { features.all }
}
