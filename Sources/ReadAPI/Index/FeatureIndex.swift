import Publishing
import SchemaRepository

/// One published feature; immutable and replaced as a whole.
final class FeatureIndex: Sendable {
    /// The feature's rules, arranged for finding a client's edition.
    let plan: EditionPlan
    /// The snapshot it was built from.
    let snapshot: FeatureSnapshot
    private let editions: [ServedEdition.Identity: ServedEdition]
    /// The contents of its editions, each once.
    let contents: [ServedContent]

    /// Creates the index of a feature. Editions and contents that `earlier` has are reused; `content` returns the bytes
    /// of every other hash.
    ///
    /// - Throws: The error of `content`, and `SnapshotError` for missing or wrong bytes.
    init(
        _ feature: FeatureSnapshot, signer: ResponseSigner, earlier: FeatureIndex?,
        content: (String) throws -> [UInt8]?
    ) throws {
        snapshot = feature
        let contents = try Self.contents(of: feature, earlier: earlier, content)
        var editions: [ServedEdition.Identity: ServedEdition] = [:]
        plan = try EditionPlan(
            name: Array(feature.name.utf8), rules: feature.rules, switchedOff: Set(feature.switchedOff)
        ) { rule, edition, range in
            let identity = ServedEdition.Identity(
                hash: edition.hash, revision: rule.revision, release: edition.release, platform: rule.platform,
                range: range, renaming: feature.renaming, cacheTime: feature.cacheTime)
            if let known = editions[identity] ?? earlier?.editions[identity] {
                editions[identity] = known
                return known
            }
            guard let bytes = contents[edition.hash] else { throw SnapshotError.missingContent(edition.hash) }
            let served = ServedEdition(identity, of: feature.name, bytes, signer: signer)
            editions[identity] = served
            return served
        }
        self.editions = editions
        self.contents = Array(contents.values)
    }

    /// The bytes of its name.
    var name: String.UTF8View { snapshot.name.utf8 }

    /// Returns the result for a client of a known platform. `platform` is the platform's name in UTF-8, `key` the sort
    /// key of the client's version.
    func outcome(platform: Span<UInt8>, key: [UInt8], bucket: Int?) -> EditionPlan.Outcome {
        plan.outcome(platform: platform, key: key, bucket: bucket ?? EditionPlan.bucketIfNone)
    }

    /// Returns the arms for a client of a known platform; empty if it gets nothing or the feature is switched off.
    /// `platform` is the platform's name in UTF-8, `key` the sort key of the client's version.
    func arms(platform: Span<UInt8>, key: [UInt8]) -> [Arm] { plan.arms(platform: platform, key: key) }

    /// The versions at which the editions of a platform change, in no particular order.
    func bounds(platform: String) -> [ClientVersion] {
        snapshot.rules.filter { $0.platform == platform }.flatMap(\.editions).flatMap { [$0.from, $0.until] }
            .compactMap(\.self)
    }

    /// All its editions, in no particular order.
    var allEditions: some Sequence<ServedEdition> { editions.values }

    /// Returns the contents of all rules by hash, including those that no client gets now. A later release may serve
    /// them, and the caller writes only the contents that are requested here to the snapshot on disk.
    private static func contents(
        of feature: FeatureSnapshot, earlier: FeatureIndex?, _ content: (String) throws -> [UInt8]?
    ) throws -> [String: ServedContent] {
        let known = Dictionary((earlier?.contents ?? []).map { ($0.hash, $0) }) { first, _ in first }
        var contents: [String: ServedContent] = [:]
        for edition in feature.rules.lazy.flatMap(\.editions) where contents[edition.hash] == nil {
            contents[edition.hash] = try known[edition.hash] ?? Self.content(of: edition, content)
        }
        return contents
    }

    private static func content(
        of edition: Edition, _ content: (String) throws -> [UInt8]?
    ) throws -> ServedContent {
        guard let bytes = try content(edition.hash) else { throw SnapshotError.missingContent(edition.hash) }
        guard bytes.count == edition.size else { throw SnapshotError.wrongSize(edition.hash) }
        return ServedContent(hash: edition.hash, bytes: bytes)
    }
}

/// The reason why a snapshot or a planned release cannot be served.
enum SnapshotError: Error, Equatable {
    case missingContent(String)
    case wrongSize(String)
    /// The SHA-256 of the bytes is not this hash.
    case wrongHash(String)
    /// The feature's record in a snapshot file would not be read back as it was written.
    case unreadableRecord
    /// A client of the first version of the edition with this hash would get no edition.
    case unresolved(String)
}
