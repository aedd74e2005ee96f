import Publishing

/// One feature as it is live: immutable, replaced as a whole.
struct FeatureIndex: Sendable {
    /// What it was built from.
    let snapshot: FeatureSnapshot
    private let tables: [String: SegmentTable]
    private let switchedOff: Set<String>
    private let editions: [ServedEdition.Identity: ServedEdition]

    /// What a client of a platform gets.
    enum Outcome {
        case edition(ServedEdition)
        case noConfig
        case switchedOff
    }

    /// Builds the index of a feature, keeping what `earlier` already holds; `content` is asked for other bytes.
    ///
    /// - Throws: what `content` throws, and `SnapshotError` when bytes are missing or not those that were released.
    init(_ feature: FeatureSnapshot, earlier: FeatureIndex?, content: (String) throws -> [UInt8]?) throws {
        snapshot = feature
        switchedOff = Set(feature.switchedOff)
        var editions: [ServedEdition.Identity: ServedEdition] = [:]
        tables = try Dictionary(grouping: feature.rules, by: \.platform).mapValues { rules in
            try SegmentTable(rules: rules) { rule, edition in
                let identity = ServedEdition.Identity(
                    hash: edition.hash, revision: rule.revision, release: edition.release)
                if let known = editions[identity] { return known }
                let served =
                    try earlier?.editions[identity] ?? Self.edition(identity, size: edition.size, content: content)
                editions[identity] = served
                return served
            }
        }
        self.editions = editions
    }

    /// Resolves a client on a known platform.
    func outcome(platform: String, key: [UInt8], bucket: Int?) -> Outcome {
        if switchedOff.contains(platform) { return .switchedOff }
        return tables[platform]?.edition(at: key, bucket: bucket).map(Outcome.edition) ?? .noConfig
    }

    private static func edition(
        _ identity: ServedEdition.Identity, size: Int, content: (String) throws -> [UInt8]?
    ) throws -> ServedEdition {
        guard let bytes = try content(identity.hash) else { throw SnapshotError.missingContent(identity.hash) }
        guard bytes.count == size else { throw SnapshotError.wrongSize(identity.hash) }
        guard let edition = ServedEdition(identity, bytes: bytes) else { throw SnapshotError.outOfMemory }
        return edition
    }
}

/// Why a snapshot is not served; the one before it is.
enum SnapshotError: Error, Equatable {
    case missingContent(String)
    case wrongSize(String)
    case outOfMemory
}
