import HTTPTypes
import MicroHTTP
import Publishing

/// Renders the conflict page about releases that were made while another page was open.
struct StalePages: Sendable {
    let stores: Stores
    let pages: PageRenderer

    /// Renders a 409 with the current live state and a link to try again. `sentence` and `advice` say what happened and
    /// what to do; nil for the sentences about a page that was out of date.
    func render(
        _ request: SignedInRequest, _ feature: String, _ staleness: Staleness, retryHref: String, retryLabel: String,
        sentence given: String? = nil, advice: String? = nil
    ) throws -> Response {
        let platforms = try stores.releases.platforms()
        let count = staleness.releases.count
        let sentence =
            given
            ?? Texts[
                "releases.newer-releases",
                [
                    "count": count, "current": staleness.releases.first?.number ?? staleness.current,
                    "expected": staleness.expected,
                ]]
        return try pages.render(
            ReleaseConflictPage(
                chrome: request.chrome(Texts["releases.newer-release"], .features), feature: feature,
                featureHref: Paths.feature(feature), sentence: sentence,
                advice: advice ?? Texts["releases.your-page-was-out-of-date"],
                releases: ReleaseRow.rows(
                    staleness.releases, platforms: platforms, current: staleness.current, clock: request.clock),
                map: VersionMap(
                    try stores.liveTable(of: feature), feature: feature, platforms: platforms,
                    caption: Texts["common.current-revisions-by-platform-and-client"]),
                retryHref: retryHref, retryLabel: retryLabel),
            status: .conflict)
    }
}
