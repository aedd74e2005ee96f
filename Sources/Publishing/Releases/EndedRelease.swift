import PostgreSQL

/// A release whose planned end was carried out, even if nothing of the release was live any more.
struct EndedRelease {
    /// The number of the release.
    let number: Int
    /// The number of the last release before the end.
    let last: Int

    /// Returns the releases that schedules of a feature have ended. `feature` is the feature's id.
    static func all(of feature: Int, on connection: Connection) throws -> [EndedRelease] {
        try connection.query(
            """
            SELECT number, last FROM (
                SELECT coalesce(
                    undoes_release,
                    (SELECT release FROM schedule_event
                     WHERE schedule_id = undoes_schedule AND schedule_event.kind = 'released')) AS number,
                    coalesce(
                        release - 1,
                        (SELECT max(release.number) FROM release WHERE release.created_at <= event_at)) AS last
                FROM schedule_state
                WHERE kind = 'released' AND num_nonnulls(undoes_release, undoes_schedule) = 1
                    AND \(PlannedFeatures.schedules.contain(id: "\(feature)"))) AS ended
            WHERE number IS NOT NULL
            """
        ).map { EndedRelease(number: try $0["number", as: Int.self], last: try $0["last", as: Int.self]) }
    }
}
