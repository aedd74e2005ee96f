import HTTPTypes
import MicroHTTP
import Publishing

/// Renders the conflict page about releases that were made while another page was open.
struct StalePages: Sendable {
    let stores: Stores
    let pages: PageRenderer

    /// Renders a page with the status 409, the current live state and a link to try again. `sentence` and `advice` say
    /// what happened and what to do; if they are nil, the page says that the person's page was out of date.
    func render(
        _ request: SignedInRequest, _ feature: String, _ staleness: Staleness, retryHref: String, retryLabel: String,
        sentence given: String? = nil, advice: String? = nil
    ) throws -> Response {
        let platforms = try stores.releases.platforms()
        let count = staleness.releases.count
        let newest = staleness.releases.first?.number ?? staleness.current
        let previous = try previous(of: staleness.releases, feature)
        let sentence =
            given
            ?? (staleness.expected == 0
                ? Texts["releases.newer-releases-than-none", ["count": count, "current": newest]]
                : Texts[
                    "releases.newer-releases",
                    ["count": count, "current": newest, "expected": staleness.expected]])
        return try pages.render(
            ReleaseConflictPage(
                chrome: request.chrome(Texts["releases.newer-release"], .features), feature: feature,
                featureHref: Paths.feature(feature), sentence: sentence,
                advice: advice ?? Texts["releases.your-page-was-out-of-date"],
                releases: staleness.releases.map { release in
                    ReleaseRow(
                        release, previous: previous[release.number].map { [$0] } ?? [], platforms: platforms,
                        isCurrent: release.number == staleness.current, links: false, clock: request.clock)
                },
                map: VersionMap(
                    try stores.liveTable(of: feature), feature: feature, platforms: platforms,
                    caption: Texts["common.current-revisions-by-platform-and-client"]),
                retryHref: retryHref, retryLabel: retryLabel),
            status: .conflict)
    }

    /// Returns the feature's previous release for each given release, by the number of the given one. The previous
    /// release is read from the database, because `releases` contains only those that conflict with the request.
    private func previous(of releases: [Release], _ feature: String) throws -> [Int: Release] {
        let numbers = releases.compactMap { release in
            release.items.first { $0.feature == feature }?.previousRelease.map { (release.number, $0) }
        }
        let found = Dictionary(
            try stores.releases.releases(numbered: Array(Set(numbers.map { $0.1 }))).map { ($0.number, $0) },
            uniquingKeysWith: { first, _ in first })
        return Dictionary(
            numbers.compactMap { number, previous in found[previous].map { (number, $0) } },
            uniquingKeysWith: { first, _ in first })
    }
}
