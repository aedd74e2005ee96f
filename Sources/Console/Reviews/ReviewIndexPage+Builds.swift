import JSONText
import Publishing
import SchemaRepository

extension ReviewIndexPage.Builds {
    /// Creates the list of the live editions that, according to a report, registered builds cannot decode: sorted by
    /// feature, at most `limit`. Nil if there are none and the report is up to date.
    init?(_ latest: LatestClientsReport, limit: Int) {
        let refusals = (latest.report?.clients ?? []).flatMap(\.refused).sorted { $0.feature < $1.feature }
        rows = refusals.prefix(limit).map(Refusal.init)
        hasRows = !rows.isEmpty
        more =
            refusals.count > limit ? Texts["common.more-not-listed", ["count": refusals.count - limit]] : nil
        stale =
            latest.isCurrent
            ? nil
            : latest.report == nil
                ? Texts["reviews.builds-not-compared"]
                : Texts["reviews.builds-behind", ["release": latest.release]]
        if !hasRows, stale == nil { return nil }
    }

    static let sample = Self(
        rows: [
            Refusal(
                feature: "home.offers", href: "/features/home.offers", client: "iOS 6.2.0",
                clientHref: "/clients/ios/6.2.0", what: "Revision 2, from 6.0 on",
                lacks: [.sample],
                more: "2 more are not listed.")
        ], hasRows: true, more: "3 more are not listed.", stale: "Compared up to release 4.")
}

extension ReviewIndexPage.Builds.Refusal {
    /// The maximum number of parts listed that a build cannot decode in one edition.
    private static let limit = 3

    init(_ refusal: LiveRefusal) {
        let capabilities = refusal.client.capabilities
        feature = refusal.feature
        href = Paths.feature(refusal.feature)
        client = CapabilityLack.client(capabilities.label, platform: capabilities.platform)
        clientHref = Paths.client(refusal.client.registration)
        let page = ClientPage.Refused(refusal)
        what = page.what
        lacks = Array(page.lacks.prefix(Self.limit))
        more =
            page.lacks.count > Self.limit
            ? Texts["common.more-not-listed", ["count": page.lacks.count - Self.limit]] : nil
    }
}
