import Foundation
import PostgreSQL

extension AccountStore {
    /// Counts one more failure in each lane, before the password is looked at, so that many at once do not slip through.
    ///
    /// Returns how long to wait for the next attempt; then nothing is counted.
    func wait(in lanes: [SignInLane], now: Date) throws -> Duration? {
        for (index, lane) in lanes.enumerated() {
            guard let wait = try countFailure(in: lane, now: now) else { continue }
            try takeBack(Array(lanes.prefix(index)))
            return .seconds(min(lane.longest, max(1, Int(wait.rounded(.up)))))
        }
        return nil
    }

    /// Takes back what was counted for an attempt that was no failure, or was not looked at.
    func takeBack(_ lanes: [SignInLane]) throws {
        try pool.withConnection { connection in
            for lane in lanes {
                try connection.execute(
                    """
                    UPDATE sign_in_failure SET failures = greatest(failures - 1, 0), retry_at = failed_at
                    WHERE name_hash = \(lane.nameHash) AND lane_hash = \(lane.laneHash)
                    """)
            }
        }
    }

    /// Counts one more failure, or says in how many seconds the next attempt is allowed.
    private func countFailure(in lane: SignInLane, now: Date) throws -> TimeInterval? {
        // Statements of their own, not a transaction: two attempts must not wait for each other's rows.
        try pool.withConnection { connection in
            try connection.execute(
                """
                DELETE FROM sign_in_failure WHERE (name_hash, lane_hash) IN (
                    SELECT name_hash, lane_hash FROM sign_in_failure WHERE failed_at < \(now) - interval '1 day'
                    FOR UPDATE SKIP LOCKED)
                """)
            // A failure that lies ahead was counted by a clock that was wrong: its wait means nothing.
            let counted = try connection.query(
                """
                INSERT INTO sign_in_failure AS earlier (name_hash, lane_hash, failures, failed_at, retry_at)
                VALUES (\(lane.nameHash), \(lane.laneHash), 1, \(now), \(now))
                ON CONFLICT ON CONSTRAINT sign_in_failure_pkey DO UPDATE SET
                    failures = CASE
                        WHEN earlier.failed_at < excluded.failed_at - make_interval(secs => \(lane.memory)) THEN 1
                        ELSE least(earlier.failures + 1, 60)
                    END,
                    failed_at = excluded.failed_at,
                    retry_at = excluded.failed_at + CASE
                        WHEN earlier.failures + 1 < \(lane.free)
                            OR earlier.failed_at < excluded.failed_at - make_interval(secs => \(lane.memory))
                            THEN interval '0'
                        ELSE make_interval(secs => least(\(lane.longest),
                            2 ^ (least(earlier.failures + 1, 60) - \(lane.free))))
                    END
                WHERE earlier.retry_at <= excluded.failed_at
                    OR earlier.failed_at > excluded.failed_at + interval '1 minute'
                RETURNING failures
                """)
            if !counted.isEmpty { return nil }
            let retryAt = try connection.query(
                """
                SELECT retry_at FROM sign_in_failure
                WHERE name_hash = \(lane.nameHash) AND lane_hash = \(lane.laneHash)
                """
            ).map { try $0["retry_at", as: Date.self] }.first
            return retryAt?.timeIntervalSince(now) ?? 0
        }
    }
}
