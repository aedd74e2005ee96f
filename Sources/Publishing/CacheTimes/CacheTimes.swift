package import Foundation

/// The present cache times of a feature, and the former ones, which still apply to responses in caches.
package struct CacheTimes: Sendable, Hashable {
    /// Former times and the moment at which others replaced them.
    struct Former: Sendable, Hashable {
        let time: CacheTime
        let until: Date
    }

    package let present: CacheTime
    let former: [Former]

    /// Returns, for each of the three times, the longest that applies to responses in caches at `now`.
    ///
    /// A cache that fetched a response before the times were shortened may serve it for as long as the former times
    /// allow, so former times count until the last such response has expired.
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
    /// The times are changed, by this release; nil if the feature was never published.
    case changed(Feature, release: Int?)
    case unchanged(Feature)
    case noSuchFeature
    /// A time is negative or exceeds `CacheTime.longest`.
    case outOfRange
    /// The release was refused for these reasons.
    case refused([ReleaseProblem])
}
