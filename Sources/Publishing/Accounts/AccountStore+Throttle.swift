import Foundation
import PostgreSQL

extension AccountStore {
    /// Counts a failure in each throttle; call it before the password is verified, so that concurrent attempts cannot
    /// exceed the limit.
    ///
    /// - Returns: Nil if the attempt may proceed. If a throttle delays it, the time to wait; no failure is counted
    /// then.
    func countFailures(in throttles: [SignInThrottle], now: Date) throws -> Duration? {
        for (index, throttle) in throttles.enumerated() {
            guard let wait = try countFailure(in: throttle, now: now) else { continue }
            try takeBack(Array(throttles.prefix(index)))
            return .seconds(min(throttle.longest, max(1, Int(wait.rounded(.up)))))
        }
        return nil
    }

    /// Takes back the failures counted for an attempt that ended for another reason than a wrong password.
    func takeBack(_ throttles: [SignInThrottle]) throws {
        try pool.withConnection { connection in
            for throttle in throttles {
                try connection.execute(
                    """
                    UPDATE sign_in_failure SET failures = greatest(failures - 1, 0), retry_at = failed_at
                    WHERE name_hash = \(throttle.nameHash) AND lane_hash = \(throttle.sourceHash)
                    """)
            }
        }
    }

    /// Counts a failure and returns nil; if the throttle delays the attempt, counts nothing and returns the seconds to
    /// wait.
    private func countFailure(in throttle: SignInThrottle, now: Date) throws -> TimeInterval? {
        // Separate statements instead of a transaction, so that two attempts do not wait for each other's rows.
        try pool.withConnection { connection in
            try connection.execute(
                """
                DELETE FROM sign_in_failure WHERE (name_hash, lane_hash) IN (
                    SELECT name_hash, lane_hash FROM sign_in_failure WHERE failed_at < \(now) - interval '1 day'
                    FOR UPDATE SKIP LOCKED)
                """)
            // An earlier failure with a time more than a minute in the future comes from a wrong clock, so its delay is
            // ignored. The count stops at 60, so that the power of 2 does not overflow.
            let counted = try connection.query(
                """
                INSERT INTO sign_in_failure AS earlier (name_hash, lane_hash, failures, failed_at, retry_at)
                VALUES (\(throttle.nameHash), \(throttle.sourceHash), 1, \(now), \(now))
                ON CONFLICT ON CONSTRAINT sign_in_failure_pkey DO UPDATE SET
                    failures = CASE
                        WHEN earlier.failed_at < excluded.failed_at - make_interval(secs => \(throttle.resetAfter))
                            THEN 1
                        ELSE least(earlier.failures + 1, 60)
                    END,
                    failed_at = excluded.failed_at,
                    retry_at = excluded.failed_at + CASE
                        WHEN earlier.failures + 1 < \(throttle.free)
                            OR earlier.failed_at < excluded.failed_at - make_interval(secs => \(throttle.resetAfter))
                            THEN interval '0'
                        ELSE make_interval(secs => least(\(throttle.longest),
                            2 ^ (least(earlier.failures + 1, 60) - \(throttle.free))))
                    END
                WHERE earlier.retry_at <= excluded.failed_at
                    OR earlier.failed_at > excluded.failed_at + interval '1 minute'
                RETURNING failures
                """)
            if !counted.isEmpty { return nil }
            let retryAt = try connection.query(
                """
                SELECT retry_at FROM sign_in_failure
                WHERE name_hash = \(throttle.nameHash) AND lane_hash = \(throttle.sourceHash)
                """
            ).map { try $0["retry_at", as: Date.self] }.first
            return retryAt?.timeIntervalSince(now) ?? 0
        }
    }
}
