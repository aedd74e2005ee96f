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

    /// Returns the sentence about the responses that a release replaces. `isServed`: True if some of them contain an
    /// edition; caches may serve editions for longer than 404 and 410 responses.
    static func replaced(_ time: CacheTime, isServed: Bool) -> String { isServed ? edition(time) : absence(time) }
}

extension LiveTable {
    /// Returns true if clients get an edition on a platform on which `after` differs from this table; false if all
    /// clients of these platforms get 404 or 410.
    func isServed(replacedBy after: LiveTable) -> Bool {
        let platforms = Set(answering.map(\.platform))
        return platforms.contains { !isLike(after, on: $0) }
    }

    /// Returns true if both tables have the same rules on a platform, and it is switched off in both or neither.
    private func isLike(_ other: LiveTable, on platform: String) -> Bool {
        let own = rules.filter { $0.platform == platform }
        let others = other.rules.filter { $0.platform == platform }
        return own.count == others.count && zip(own, others).allSatisfy { $0.isLike($1) }
            && switchedOff.contains(platform) == other.switchedOff.contains(platform)
    }
}

extension Stores {
    /// Returns the longest times for which caches may serve responses about any of these features, if they fetched the
    /// responses before `now`.
    func cacheReach(of features: [String], at now: Date) throws -> CacheTime {
        try features.map { try releases.cacheTimes(of: $0).reach(at: now) }
            .reduce(CacheTime(fresh: 0, staleWhileRevalidate: 0, staleIfError: 0)) { $0.extended(to: $1) }
    }

    /// Returns true if clients get an edition on a platform that a release with these items changes, or if that is
    /// unknown; false if all clients of these platforms get 404 or 410.
    func isServed(before items: [ReleaseItem]) throws -> Bool {
        // A release may have thousands of features, and mostly one of the first is served already.
        let size = 50
        return try stride(from: 0, to: items.count, by: size).contains { start in
            let part = items[start..<min(start + size, items.count)]
            let earlier = try releases.releases(numbered: Set(part.compactMap(\.previousRelease)).sorted())
            return part.contains { item in
                guard let number = item.previousRelease else { return false }
                let before = earlier.first { $0.number == number }?.items.first { $0.feature == item.feature }
                return before.map { LiveTable($0).isServed(replacedBy: LiveTable(item)) } ?? true
            }
        }
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
