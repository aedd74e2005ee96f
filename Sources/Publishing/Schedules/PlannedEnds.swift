import Foundation
import PostgreSQL
import SchemaRepository

/// Finds live rules that a planned end takes out even if somebody publishes them once more.
enum PlannedEnds {
    /// Returns a warning for each rule of a request that is live because of a release with a planned end: the end takes
    /// it out, whatever its share is by then.
    static func warnings(
        of requests: [RuleRequest], in live: FeatureState, on connection: Connection
    ) throws -> [ReleaseProblem] {
        let served = requests.filter { request in
            live.rules(at: request.place).contains { $0.revision == request.revision && $0.range == request.range }
        }
        guard !served.isEmpty else { return [] }
        let ends = try ScheduleTable.schedules(
            """
            \(ScheduleTable.isOpen) AND num_nonnulls(undoes_release, undoes_schedule) = 1
                AND \(PlannedFeatures.schedules.contain(id: "\(live.feature.id)"))
            """, limit: Int.max, on: connection)
        return try ends.flatMap { end -> [ReleaseProblem] in
            guard let release = try release(endedBy: end, on: connection) else { return [] }
            let history = try FeatureHistory(of: live.feature, from: release, on: connection)
            return served.filter { request in
                let owner = RuleOwner(since: release, rollout: nil, at: request.place, in: history)
                return live.rules(at: request.place).contains {
                    owner.published($0) && $0.revision == request.revision && $0.range == request.range
                }
            }.map { warning(of: $0, release, end) }
        }
    }

    /// Returns the places at which a planned end of a release takes rules out before a change, but not after it.
    static func lostPlaces(
        of release: Int, before: FeatureState, after: FeatureState, on connection: Connection
    ) throws -> [RulePlace] {
        let history = try FeatureHistory(of: before.feature, from: release, on: connection)
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

    private static func warning(of rule: RuleRequest, _ release: Int, _ end: Schedule) -> ReleaseProblem {
        ReleaseProblem(
            code: "ends-anyway",
            message: """
                The rule from \(rule.from) on \(PlatformTitle.of(rule.platform)) belongs to release \(release), which \
                ends at \(InternetTime.words(end.dueAt)). The rule ends then, even if it is published again. To keep \
                it, cancel schedule \(end.id).
                """, feature: rule.feature, version: rule.from.text)
    }
}
