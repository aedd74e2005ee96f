import JSONText
import PostgreSQL
import SchemaRepository

/// The warnings about released documents that use a part of the schemas whose version on a platform is only planned,
/// which means that the platform's team has not confirmed it.
struct PlannedFindings {
    /// The planned versions that nobody has confirmed, by the pointer to their `x-since`.
    private let open: [String: PlannedVersion]

    /// Reads the planned versions of a platform.
    init(_ repository: SchemaRepository, platform: String, on connection: Connection) throws {
        let planned = repository.plannedVersions.filter { $0.platform == platform }
        let confirmed = try SchemaReleaseStore.confirmations(of: planned, on: connection)
        open = Dictionary(
            planned.filter { confirmed[$0] == nil }.map { ($0.schemaPointer, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns a warning for each part of a document that clients in a range of versions get because of a planned
    /// version.
    func warnings(_ support: Support, feature: String, in range: VersionInterval) -> [ReleaseProblem] {
        guard !open.isEmpty else { return [] }
        return support.reasons.compactMap { reason in
            guard let planned = open[reason.schemaPointer], range.until.map({ planned.version < $0 }) ?? true else {
                return nil
            }
            return ReleaseProblem(
                code: "planned-version",
                message:
                    "\(reason.message). That version is only planned; the team of \(PlatformTitle.of(planned.platform)) has not "
                    + "confirmed it.",
                feature: feature, version: planned.version.text, pointer: reason.pointer.description,
                line: reason.range?.start.line, column: reason.range?.start.column, keyword: reason.keyword,
                schemaPointer: reason.schemaPointer)
        }
    }
}
