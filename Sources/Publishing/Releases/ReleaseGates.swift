import JSONText
import PostgreSQL
import SchemaRepository

/// The checks of a revision before release: every client in the range must get an edition that it can show, according
/// to the current schemas and the registered builds; everything that the revision refers to must exist; a module must
/// not contain itself; and a flow must fit the modules that it names.
struct ReleaseGates {
    let schemaRelease: SchemaRelease
    let repository: SchemaRepository
    let lists: ClientLists
    /// The rules directly before the release.
    var live: LiveRules = .now

    /// Checks a revision for a range of clients. `companions` become live in the same release on the platform.
    func examine(
        _ revision: Revision, of feature: Feature, on platform: String, in range: VersionInterval,
        beside companions: [CompanionRule] = [], connection: Connection
    ) throws -> ReleaseCheck {
        var found = ReleaseCheck()
        guard let kind = repository.kind(named: feature.kind) else {
            found.problems = [
                ReleaseProblem(
                    code: "unknown-kind", message: "The current schemas have no document kind “\(feature.kind)”.",
                    feature: feature.name)
            ]
            return found
        }
        let checked = repository.check(revision.bytes, kind: kind, work: .patient)
        if !checked.isValid {
            found.problems = invalid(revision, of: feature, checked.diagnostics)
        } else if !revision.isValid {
            found.problems = invalid(revision, of: feature, revision.diagnostics)
        }
        guard let document = checked.document else { return found }
        // Version requirements are reported for invalid documents too.
        let assembly = repository.assembly(of: checked, platform: platform, in: range)
        let demands = DemandFindings(assembly, feature: feature.name, platform: platform, range: range)
        found.problems += demands.problems
        found.warnings += demands.warnings
        let planned = try PlannedFindings(repository, platform: platform, on: connection)
        found.warnings += planned.warnings(assembly.support, feature: feature.name, in: range)
        if checked.isValid {
            found.editions = assembly.editions
            let clients = try lists.clients("registration.platform = \(platform)", on: connection)
            let findings = ClientFindings(
                assembly.editions, of: feature, kind: kind, platform: platform, in: repository,
                with: clients.map(\.capabilities), revision: checked.document, number: revision.number)
            found.proofs = findings.proofs
            found.problems += findings.problems
        }
        let references = repository.references(in: document, kind: kind)
        let faults = try ReferenceTable.faults(
            of: references, by: repository, liveOn: platform, in: range, live: live, on: connection)
        // References may contain former names.
        let names = faults.map(\.reference.name)
        let current = try names.isEmpty ? [:] : FeatureStore.currentNames(of: names, on: connection)
        for var fault in faults {
            if case .notLive = fault.reason {
                // The target of a reference to the document's own feature becomes live with the document.
                let name = current[fault.reference.name] ?? fault.reference.name
                guard name != feature.name else { continue }
                if companions.contains(where: { $0.feature == name }) {
                    let served = try live.served(ofFeatures: [name], on: platform, beside: companions, connection)
                    let answered = VersionSet(served.values.joined().flatMap(\.versions.intervals))
                    let missing = answered.subtracted(from: range)
                    guard !missing.isEmpty else { continue }
                    fault = ReferenceFault(
                        reference: fault.reference, reason: .notLive(platform: platform, versions: missing))
                }
            }
            let problem = fault.problem(of: feature.name)
            if fault.isBlocking { found.problems.append(problem) } else { found.warnings.append(problem) }
        }
        let clients = ReferenceLoops.Clients(
            platform: platform, range: range, live: live, companions: companions)
        found.problems += try ReferenceLoops(by: repository, for: clients, on: connection)
            .faults(of: references, in: feature.name, kind: kind).map { $0.problem(of: feature.name) }
        if checked.isValid {
            let contracts = try contracts(
                of: document, feature.name, on: platform, in: range, beside: companions, connection)
            found.problems += contracts.problems
            found.warnings += contracts.warnings
        }
        return found
    }

    /// Checks a flow against the modules that it names, or a module against the live flows that name it.
    private func contracts(
        of document: JSONDocument, _ feature: String, on platform: String, in range: VersionInterval,
        beside companions: [CompanionRule], _ connection: Connection
    ) throws -> (problems: [ReleaseProblem], warnings: [ReleaseProblem]) {
        let faults = try ModuleTable.faults(
            of: document, on: platform, in: range, live: live, beside: companions, work: .patient, connection)
        let broken = try ModuleTable.brokenFlows(
            by: document, named: feature, on: platform, in: range, live: live, beside: companions, work: .patient,
            connection)
        return (
            faults.map { ReleaseProblem($0.diagnostic, feature: feature, version: $0.version.text) },
            // A revision of the flow that fits may be published next, so the module is not refused.
            broken.map { flow in
                ReleaseProblem(
                    code: "breaks-flow",
                    message: "`\(flow.use.feature)` revision \(flow.use.revision) does not fit this module: "
                        + "\(flow.diagnostic.message).", feature: flow.use.feature,
                    pointer: flow.diagnostic.pointer.description, line: flow.diagnostic.range?.start.line,
                    column: flow.diagnostic.range?.start.column)
            }
        )
    }

    private func invalid(
        _ revision: Revision, of feature: Feature, _ diagnostics: [Diagnostic]
    ) -> [ReleaseProblem] {
        let summary = ReleaseProblem(
            code: "invalid-revision",
            message: "Revision \(revision.number) has faults; only valid revisions can be published.",
            feature: feature.name)
        let errors = diagnostics.filter { $0.severity == .error }
        return [summary] + errors.map { ReleaseProblem($0, feature: feature.name) }
    }
}
