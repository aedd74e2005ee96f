import Foundation
import PostgreSQL
import SchemaRepository

/// Finds live rules that a planned end takes out even if somebody publishes them once more.
enum PlannedEnds {
    /// Returns a warning for each rule that a release publishes although the rule is live because of a release with a
    /// planned end: the end takes it out, whatever its share is by then.
    ///
    /// `forecast`: The planned releases before the release, if it is planned for a later time; nil for a release now.
    /// Their rules may have planned ends too. Ends that are carried out or refused before the release are left out.
    /// `end`: The planned end of the release, nil for none; ends after it are left out.
    static func warnings(
        of changes: [(before: FeatureState, after: FeatureState)], until end: Date?, after forecast: ReleaseForecast?,
        on connection: Connection
    ) throws -> [ReleaseProblem] {
        // Of two ends that are due at the same time, that of the older schedule comes first.
        let isInTime: SQL = end.map { "due_at <= \($0)" } ?? "true"
        let settled = Set((forecast?.planned ?? []).map(\.id) + (forecast?.refused ?? []).map(\.schedule.id))
        return try changes.flatMap { before, after -> [ReleaseProblem] in
            let served = after.rules.filter { rule in
                // A rule without a release number (`addedIn`) is published by the change.
                rule.addedIn == nil && before.rules(at: rule.place).contains { $0.servesSameRevision(as: rule) }
            }
            guard !served.isEmpty else { return [] }
            let ends = try ScheduleTable.schedules(
                """
                \(ScheduleTable.isOpen) AND num_nonnulls(undoes_release, undoes_schedule) = 1 AND \(isInTime)
                    AND \(PlannedFeatures.schedules.contain(id: "\(before.feature.id)"))
                """, limit: Int.max, on: connection)
            return try ends.filter { !settled.contains($0.id) }.flatMap { end -> [ReleaseProblem] in
                let made = try release(endedBy: end, on: connection)
                guard let start = try made ?? forecast?.release(endedBy: end) else { return [] }
                let history = try FeatureHistory(
                    of: before.feature, from: start, planned: forecast?.entries(of: before.feature) ?? [],
                    on: connection)
                return served.filter { rule in
                    let owner = RuleOwner(since: start, rollout: nil, at: rule.place, in: history)
                    return before.rules(at: rule.place).contains {
                        owner.published($0) && $0.servesSameRevision(as: rule)
                    }
                }.map { warning(of: $0, in: before.feature, made, end) }
            }
        }
    }

    /// Returns the places at which a planned end of a release takes rules out before a change, but not after it.
    /// `planned` are the planned releases of the feature that come before the change.
    static func lostPlaces(
        of release: Int, before: FeatureState, after: FeatureState, planned: [FeatureHistory.Entry],
        on connection: Connection
    ) throws -> [RulePlace] {
        let history = try FeatureHistory(of: before.feature, from: release, planned: planned, on: connection)
        return before.places.filter { place in
            let owner = RuleOwner(since: release, rollout: nil, at: place, in: history)
            let own = before.rules(at: place).filter(owner.published)
            guard !own.isEmpty else { return false }
            return !after.rules(at: place).contains { rule in
                // A rule without a release number (`addedIn`) is published by the change, so the end takes it out too.
                owner.published(rule) || rule.addedIn == nil && own.contains { $0.servesSameRevision(as: rule) }
            }
        }
    }

    /// Returns the release that a schedule ends; nil if the schedule ends none, or if that release is not made yet.
    static func release(endedBy end: Schedule, on connection: Connection) throws -> Int? {
        switch end.action {
        case .publish: return nil
        case .endRelease(let release): return release
        case .endSchedule(let id):
            guard case .released(let release)? = try ScheduleTable.schedule(id, on: connection)?.state else {
                return nil
            }
            return release
        }
    }

    /// `release`: The number of the release that ends; nil if it is not made yet.
    private static func warning(
        of rule: Rule, in feature: Feature, _ release: Int?, _ end: Schedule
    ) -> ReleaseProblem {
        // A planned release has no certain number, so the schedule that makes it is named instead.
        let owner = release.map { "release \($0)" } ?? "the release of schedule \(end.publisher)"
        return ReleaseProblem(
            code: "ends-anyway",
            message: """
                The rule from \(rule.from) on \(PlatformTitle.of(rule.platform)) belongs to \(owner), which ends at \
                \(InternetTime.words(end.dueAt)). The rule ends then, even if it is published again. To keep it, cancel \
                schedule \(end.id).
                """, feature: feature.name, version: rule.from.text)
    }
}
