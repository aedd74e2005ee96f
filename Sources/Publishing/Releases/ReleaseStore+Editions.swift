import PostgreSQL
package import SchemaRepository

extension ReleaseStore {
    /// An edition that clients get now, with its bytes.
    package struct LiveEdition: Sendable {
        package let edition: Edition
        package let bytes: [UInt8]
    }

    /// Returns the edition that clients of a version now get from a revision; nil if none of these clients gets the
    /// revision.
    package func liveEdition(
        of name: String, revision: Int, platform: String, clientVersion: ClientVersion
    ) throws -> LiveEdition? {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection), let release = feature.liveRelease
            else { return nil }
            let table = try FeatureState(of: feature, after: release, on: connection).table(of: platform)
            let answer = table.answers(at: clientVersion).first { $0.rule.revision == revision }
            guard let edition = answer?.edition,
                let bytes = try ContentStore.bytes(of: [edition.hash], on: connection)[edition.hash]
            else { return nil }
            return LiveEdition(edition: edition, bytes: bytes)
        }
    }
}
