import Foundation
import Publishing

/// Sentences about how long caches may still serve responses from before a release.
enum CacheWords {
    /// Returns the sentence about responses that contain an edition: how long caches may serve the previous one.
    static func edition(_ time: CacheTime = .usual) -> String {
        var parts = [Texts["releases.caching-fresh", ["duration": Words.duration(seconds: time.fresh)]]]
        if time.staleWhileRevalidate > 0 {
            let duration = Words.duration(seconds: time.staleWhileRevalidate)
            parts.append(Texts["releases.caching-revalidating", ["duration": duration]])
        }
        if time.staleIfError > 0 {
            parts.append(Texts["releases.caching-offline", ["duration": Words.duration(seconds: time.staleIfError)]])
        }
        if time.fresh == 0, parts.count == 1 { return Texts["releases.caching-none"] }
        return Texts["releases.caching", ["durations": Words.list(parts)]]
    }

    /// Returns the sentence about 404 and 410 responses: how long caches may keep one.
    static func absence(_ time: CacheTime = .usual) -> String {
        guard time.absenceFresh > 0 else { return Texts["releases.caching-no-absence"] }
        return Texts["releases.caching-absence", ["duration": Words.duration(seconds: time.absenceFresh)]]
    }
}

extension Stores {
    /// Returns the longest times for which caches may serve responses about any of these features, if they fetched the
    /// responses before `now`.
    func cacheReach(of features: [String], at now: Date) throws -> CacheTime {
        try features.map { try releases.cacheTimes(of: $0).reach(at: now) }
            .reduce(CacheTime(fresh: 0, staleWhileRevalidate: 0, staleIfError: 0)) { $0.extended(to: $1) }
    }
}

extension CacheTime {
    /// The times in seconds as the end of a notice code (see `NoticeCode`), such as `.30-300-86400`; empty for the
    /// default times.
    var code: String { self == .usual ? "" : ".\(fresh)-\(staleWhileRevalidate)-\(staleIfError)" }

    /// Creates the times from the end of a notice code, such as `30-300-86400`; the default times if it is nil or
    /// malformed.
    init(code: Substring?) {
        let numbers = (code ?? "").split(separator: "-").compactMap { Int($0) }
        self =
            numbers.count == 3
            ? CacheTime(fresh: numbers[0], staleWhileRevalidate: numbers[1], staleIfError: numbers[2]) : .usual
    }
}
