import HTTPTypes
import MicroHTTP
import Publishing

/// Renders the conflict page about releases made while another page was open.
struct StalePages: Sendable {
    let stores: Stores
    let pages: PageRenderer

    /// Renders a 409 with the current live state and a link to decide again.
    func render(
        _ request: SignedInRequest, _ feature: String, _ staleness: Staleness, retryHref: String, retryLabel: String
    ) throws -> Response {
        let live = try stores.releases.live(of: feature)
        let platforms = try stores.releases.platforms()
        let count = staleness.releases.count
        let sentence =
            count == 1
            ? "Release \(staleness.current) was made while you looked at release \(staleness.expected)."
            : "\(Words.count(count, "release")) were made since release \(staleness.expected), which your page showed."
        return try pages.render(
            ReleaseConflictPage(
                chrome: request.chrome("Released meanwhile", .features), feature: feature,
                featureHref: Paths.feature(feature), sentence: sentence,
                releases: ReleaseRow.rows(
                    staleness.releases, platforms: platforms, current: staleness.current, clock: request.clock),
                map: VersionMap(
                    LiveTable(rules: live?.rules ?? [], switchedOff: live?.switchedOff ?? []), feature: feature,
                    platforms: platforms,
                    caption: "What clients of each version get now, by platform"),
                retryHref: retryHref, retryLabel: retryLabel),
            status: .conflict)
    }
}
