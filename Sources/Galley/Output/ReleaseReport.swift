import ArgumentParser
import Publishing

/// Prints the outcomes of releases.
enum ReleaseReport {
    /// Prints the outcome; exits with status 1 if the release was refused.
    static func print(_ outcome: ReleaseOutcome, as format: FormatOption) throws {
        switch outcome {
        case .released(let release, let warnings):
            try format.done(
                ReleaseAnswer(release, warnings: warnings),
                text: (["Release \(release.number)."] + lines(of: release.items)
                    + warnings.map { "Warning: \(line(of: $0))" })
                    .joined(separator: "\n"))
        case .refused(let refusal): try print(refusal, as: format)
        case .keyReused(let use): try refuse(use, as: format)
        }
    }

    /// Prints that an idempotency key was used for another request, and exits with status 1.
    static func refuse(_ use: KeyUse, as format: FormatOption) throws -> Never {
        try format.refuse("that idempotency key was used for another request (\(use.result)); use a new key")
    }

    /// Prints the outcome of planning; exits with status 1 if the release would be refused.
    static func print(_ outcome: PlanOutcome, as format: FormatOption) throws {
        switch outcome {
        case .planned(let plan):
            try format.done(
                ReleaseAnswer(plan),
                text: (["Nothing was changed. This would be release \(plan.number)."] + lines(of: plan.items)
                    + plan.warnings.map { "Warning: \(line(of: $0))" }).joined(separator: "\n"))
        case .refused(let refusal): try print(refusal, as: format)
        }
    }

    /// Prints the reason why no release is made; exits with status 1 unless nothing had to change. `advice` follows the
    /// sentence about releases that others have made meanwhile.
    static func print(_ refusal: ReleaseRefusal, as format: FormatOption, advice: String? = nil) throws {
        switch refusal {
        case .unchanged(let since, let because):
            try format.done(UnchangedAnswer(release: since, because: because), text: because)
        case .stale(let staleness):
            let meanwhile = staleness.releases.map { "release \($0.number) (\($0.kind.rawValue)) by \($0.author.name)" }
            try format.refuse(
                "release \(staleness.current) is live now, not \(staleness.expected); meanwhile: "
                    + meanwhile.joined(separator: ", ") + (advice.map { "; \($0)" } ?? ""))
        case .rejected(let problems):
            try format.refuse("refused; nothing was changed", problems: problems, text: problems.map(line))
        case .noSuchFeature(let name): try format.refuse("there is no feature \(name)")
        case .noSuchRelease(let number): try format.refuse("there is no release \(number)")
        }
    }

    private static func lines(of items: [ReleaseItem]) -> [String] {
        items.flatMap { item in
            ["\(item.feature):"] + item.rules.map { RuleAnswer($0).line }
                + item.switchedOff.map { "  \($0): switched off" }
        }
    }

    /// Returns a problem or a warning as a line of text, with its place in the document.
    static func line(of problem: ReleaseProblem) -> String {
        var place = problem.line.map { "line \($0)" } ?? ""
        if let column = problem.column { place += ":\(column)" }
        if let pointer = problem.pointer { place += place.isEmpty ? pointer : " \(pointer)" }
        return place.isEmpty ? problem.message : "\(place): \(problem.message)"
    }
}
