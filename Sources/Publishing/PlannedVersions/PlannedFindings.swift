import JSONText
import PostgreSQL
import SchemaRepository

/// The warnings about documents that use an entity, property or enum value whose first version on a platform is only
/// planned, which means that nobody has confirmed the version.
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

    /// Returns a warning for each place of a document that only clients from a planned version on can show, if the
    /// range contains such clients.
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
