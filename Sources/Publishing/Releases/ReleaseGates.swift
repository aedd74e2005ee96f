import JSONText
import PostgreSQL
import SchemaRepository

/// The checks of a revision before clients get it: every client in a range can show it, by the current schemas, and
/// everything that it names exists.
struct ReleaseGates {
    let schemaRelease: SchemaRelease
    let repository: SchemaRepository

    /// Examines a revision for a range of clients.
    func examine(
        _ revision: Revision, of feature: Feature, on platform: String, in range: VersionInterval,
        connection: Connection
    ) throws -> ReleaseExamination {
        var found = ReleaseExamination()
        guard let kind = repository.kind(named: feature.kind) else {
            found.problems = [
                ReleaseProblem(
                    code: "unknown-kind", message: "The current schemas have no document kind “\(feature.kind)”.",
                    feature: feature.name)
            ]
            return found
        }
        let checked = repository.check(revision.bytes, kind: kind)
        if checked.isValid, let document = checked.document {
            found.edition = document.root.minified()
            if !revision.isValid { found.problems = invalid(revision, of: feature, revision.diagnostics) }
            found.problems += unsupported(document, kind: kind, of: feature, on: platform, in: range)
        } else {
            found.problems = invalid(revision, of: feature, checked.diagnostics)
        }
        guard let document = checked.document else { return found }
        let faults = try ReferenceTable.faults(
            of: repository.references(in: document, kind: kind), by: repository, liveOn: platform, on: connection)
        // A document that names its own feature is live with it.
        for fault in faults where fault.isBlocking || fault.reference.name != feature.name {
            let problem = fault.problem(of: feature.name)
            if fault.isBlocking { found.problems.append(problem) } else { found.warnings.append(problem) }
        }
        return found
    }

    private func invalid(
        _ revision: Revision, of feature: Feature, _ diagnostics: [Diagnostic]
    ) -> [ReleaseProblem] {
        let summary = ReleaseProblem(
            code: "invalid-revision",
            message: "Revision \(revision.number) is not valid, and what is published must be.", feature: feature.name)
        let errors = diagnostics.filter { $0.severity == .error }.map { diagnostic in
            ReleaseProblem(
                code: diagnostic.code, message: diagnostic.message, feature: feature.name,
                pointer: diagnostic.pointer.description, line: diagnostic.range?.start.line,
                column: diagnostic.range?.start.column, keyword: diagnostic.keyword,
                schemaPointer: diagnostic.schemaPointer)
        }
        return [summary] + errors
    }

    private func unsupported(
        _ document: JSONDocument, kind: DocumentKind, of feature: Feature, on platform: String,
        in range: VersionInterval
    ) -> [ReleaseProblem] {
        let support = repository.support(of: document, kind: kind, platform: platform)
        let left = VersionSet(support.full).subtracted(from: range)
        guard !left.isEmpty else { return [] }
        let gaps = left.intervals.map(Self.words).joined(separator: ", ")
        let reasons = support.reasons.filter { Self.concerns(range, $0) }.map { reason in
            ReleaseProblem(
                code: "unsupported", message: reason.message, feature: feature.name, version: reason.version?.text,
                pointer: reason.pointer.description, line: reason.range?.start.line,
                column: reason.range?.start.column, keyword: reason.keyword, schemaPointer: reason.schemaPointer)
        }
        let summary = ReleaseProblem(
            code: "unsupported-range",
            message: "`\(platform)` clients \(gaps) cannot show all of this document.", feature: feature.name,
            version: left.intervals.first?.from.text)
        return [summary] + reasons
    }

    private static func words(_ range: VersionInterval) -> String {
        range.until.map { "from \(range.from) until \($0)" } ?? "from \(range.from) on"
    }

    /// Whether some version of the range does not meet the demand.
    private static func concerns(_ range: VersionInterval, _ reason: Reason) -> Bool {
        guard let version = reason.version else { return true }
        return reason.keyword == "x-removed" ? range.until.map { version < $0 } ?? true : range.from < version
    }
}
