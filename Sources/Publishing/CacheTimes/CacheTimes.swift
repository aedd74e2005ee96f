package import Foundation

/// The cache times of a feature: the present ones, and those with which caches may still hold answers.
package struct CacheTimes: Sendable, Hashable {
    /// Earlier times, with the moment at which they ended.
    struct Former: Sendable, Hashable {
        let time: CacheTime
        let until: Date
    }

    package let present: CacheTime
    let former: [Former]

    /// The longest times with which a cache may hold an answer from before `now`.
    ///
    /// A cache that fetched an answer before the times were shortened keeps it as long as it was allowed to then.
    package func reach(at now: Date) -> CacheTime {
        former.reduce(present) { reach, former in
            let age = Int(now.timeIntervalSince(former.until))
            var still = former.time
            if age >= still.fresh + still.staleIfError { still.staleIfError = 0 }
            if age >= still.fresh + still.staleWhileRevalidate { still.staleWhileRevalidate = 0 }
            if age >= still.fresh { still.fresh = 0 }
            return reach.extended(to: still)
        }
    }
}

/// The outcome of changing the cache times of a feature.
package enum CacheTimeOutcome: Sendable, Hashable {
    /// The feature has the times; `release` is nil if it was never published.
    case changed(Feature, release: Int?)
    case unchanged(Feature)
    case noSuchFeature
    /// A time is negative or exceeds `CacheTime.longest`.
    case outOfRange
    /// The release was refused for these reasons.
    case refused([ReleaseProblem])
}
