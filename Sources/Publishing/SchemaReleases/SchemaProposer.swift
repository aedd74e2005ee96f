package import JSONText
package import SchemaRepository

/// Checks files and proposes them as a schema release, for the console, the management API and the command line.
package struct SchemaProposer: Sendable {
    private let stores: Stores

    package init(stores: Stores) { self.stores = stores }

    /// Returns the budget for one import: the time of `WorkBudget.patient`. The budget is also spent when `isAbandoned`
    /// returns true, because nobody waits for the import any more.
    package static func budget(isAbandoned: @escaping @Sendable () -> Bool) -> WorkBudget {
        WorkBudget(duration: WorkBudget.patient.timeLeft, steps: .max, memory: .max, isAbandoned: isAbandoned)
    }

    /// The result of a proposal.
    package enum Outcome: Sendable {
        /// The files cannot be proposed because of these problems.
        case refused([FileDiagnostic])
        /// The files passed the checks; the store has proposed them or returned the reason why not.
        case decided(ProposeSchemasOutcome)
    }

    /// Proposes files if they pass the checks. `more` runs further checks, such as drawing the previews. Files whose
    /// check takes more than the budget are refused.
    package func propose(
        _ files: SchemaImport.Files, note: String, by actor: Actor, work: WorkBudget? = nil,
        more: (SchemaRepository) throws -> [FileDiagnostic] = { _ in [] }
    ) throws -> Outcome {
        let examination = try SchemaCheck(files.documents, work: work, more: more)
        guard let repository = examination.repository else { return .refused(examination.findings) }
        let outcome = try stores.schemaReleases.propose(repository, source: files.source, note: note, by: actor)
        if case .proposed(let proposal) = outcome { try stores.schemaImpacts.start(proposal.release.number) }
        return .decided(outcome)
    }
}
