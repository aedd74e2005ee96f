import PostgreSQL
import SchemaRepository

extension ReleaseStore {
    /// Serves a revision to a range of client versions: adds the rule that starts at `from`, or replaces it, and keeps
    /// the others. Switches the platform on if it was off.
    package func publish(_ request: PublishRequest, by actor: Actor) throws -> ReleaseOutcome {
        let attempt = ReleaseAttempt(
            kind: .publish, expectedRelease: request.expectedRelease, reason: request.reason, dryRun: request.dryRun,
            idempotencyKey: request.idempotencyKey, actor: actor,
            wish: [
                request.feature, String(request.revision), request.platform, request.from.text,
                request.until?.text ?? "", request.percent.text,
            ] + (request.breakGlass ? ["break-glass"] : []))
        return try make(attempt, of: request.feature) { before, connection, gates in
            var change = FeatureChange(after: before)
            let known = try PlatformTable.all(on: connection)
            let platforms = known.map(\.name)
            change.problems = Self.problems(of: request, platforms: platforms)
            guard let revision = try RevisionStore.revision(request.revision, of: before.feature, on: connection)
            else {
                change.problems.append(
                    ReleaseProblem(
                        code: "unknown-revision",
                        message: "There is no revision \(request.revision) of \(request.feature).",
                        feature: request.feature))
                return change
            }
            let range = VersionInterval(from: request.from, until: request.until)
            guard platforms.contains(request.platform), !range.isEmpty else { return change }
            let examined = try gates.examine(
                revision, of: before.feature, on: request.platform, in: range, connection: connection)
            change.problems += examined.problems
            change.proofs = examined.proofs
            let approvals = try ApprovalGate(
                revision, of: before.feature, breakGlass: request.breakGlass, reason: request.reason, on: connection)
            change.problems += approvals.problems
            change.shortfall = approvals.shortfall
            guard change.problems.isEmpty else { return change }
            let editions = try examined.editions.map { assembled in
                // A dry run only needs the hash; the content is stored with the release.
                let hash =
                    request.dryRun
                    ? ContentStore.hash(of: assembled.bytes) : try ContentStore.store(assembled.bytes, on: connection)
                return Edition(
                    from: assembled.interval.from, until: assembled.interval.until, hash: hash,
                    size: assembled.bytes.count, schemaRelease: gates.schemaRelease.number, release: 0)
            }
            let rule = Rule(
                platform: request.platform, from: request.from, until: request.until, percent: request.percent,
                revision: request.revision, editions: editions)
            change.after.rules = Self.table(before.rules, with: rule, platforms: platforms)
            change.after.switchedOff.removeAll { $0 == request.platform }
            change.warnings =
                Self.warnings(before: before, after: change.after, rule: rule, platforms: known) + examined.warnings
                + approvals.warnings
            return change
        }
    }

    /// Removes the rule that starts at a version, so that the next lower one applies.
    package func remove(_ request: RemovalRequest, by actor: Actor) throws -> ReleaseOutcome {
        let attempt = ReleaseAttempt(
            kind: .removal, expectedRelease: request.expectedRelease, reason: request.reason, dryRun: request.dryRun,
            idempotencyKey: request.idempotencyKey, actor: actor,
            wish: [request.feature, request.platform, request.from.text])
        return try make(attempt, of: request.feature) { before, _, _ in
            var change = FeatureChange(after: before)
            change.after.rules.removeAll { $0.platform == request.platform && $0.from == request.from }
            if change.after.rules.count == before.rules.count {
                let starts = before.rules.filter { $0.platform == request.platform }.map(\.from.text)
                let known = starts.isEmpty ? "it has none" : "its rules start at \(starts.joined(separator: ", "))"
                change.problems.append(
                    ReleaseProblem(
                        code: "unknown-rule",
                        message: """
                            \(request.feature) has no rule that starts at \(request.from) on \(request.platform); \
                            \(known).
                            """, feature: request.feature, version: request.from.text))
            } else if !change.after.rules.contains(where: { $0.platform == request.platform }) {
                change.warnings.append(
                    ReleaseProblem(
                        code: "nothing-live", message: "Nothing is left for clients on \(request.platform).",
                        feature: request.feature))
            }
            return change
        }
    }

    private static func problems(of request: PublishRequest, platforms: [String]) -> [ReleaseProblem] {
        var problems: [ReleaseProblem] = []
        if !platforms.contains(request.platform) {
            problems.append(
                ReleaseProblem(
                    code: "unknown-platform",
                    message: "There is no platform “\(request.platform)”; "
                        + "there are \(platforms.joined(separator: ", ")).", feature: request.feature))
        }
        if let until = request.until, until <= request.from {
            problems.append(
                ReleaseProblem(
                    code: "empty-range",
                    message: "No version is from \(request.from) and before \(until).", feature: request.feature,
                    version: request.from.text))
        }
        if !request.percent.isPossible {
            problems.append(
                ReleaseProblem(
                    code: "invalid-percent", message: "A rollout is between 0 and 100 percent.",
                    feature: request.feature))
        }
        return problems
    }

    /// Returns the rules with one added or replaced, in stored order.
    private static func table(_ rules: [Rule], with rule: Rule, platforms: [String]) -> [Rule] {
        let others = rules.filter { $0.platform != rule.platform || $0.from != rule.from }
        return platforms.flatMap { platform in RuleTable(others + [rule], platform: platform).rules }
    }

    private static func warnings(
        before: FeatureState, after: FeatureState, rule: Rule, platforms: [Platform]
    ) -> [ReleaseProblem] {
        let others = after.rules.filter { $0.platform == rule.platform && $0.from != rule.from }
        guard before.switchedOff.contains(rule.platform), !others.isEmpty,
            let platform = platforms.first(where: { $0.name == rule.platform })
        else { return [] }
        return [resumption(of: before.feature.name, on: platform, others)]
    }
}
