import Preview
import Publishing

/// A failure that apps have reported because they could not show a document, in the list on a feature's page.
struct FailureRow: Sendable {
    var revision: Int
    var revisionHref: String
    var platform: String
    /// The client version in the last report.
    var clientVersion: String
    /// The JSON Pointer of the element that failed; nil for the whole document.
    var pointer: Markup?
    var reason: String
    /// The number of reports.
    var count: Int
    /// The time of the last report.
    var when: TimeLabel

    /// The maximum number of failures in the list.
    static let limit = 10

    static let sample = FailureRow(
        revision: 2, revisionHref: "/features/home.offers/revisions/2", platform: "iOS", clientVersion: "5.3.1",
        pointer: Markup(pointer: "/widgets/0"), reason: "unknown type", count: 12, when: .sample)
}

extension FailureRow {
    init(_ failure: RenderFailure, of feature: String, platforms: [Platform], clock: Clock) {
        self.init(
            revision: failure.revision, revisionHref: Paths.revision(of: feature, failure.revision),
            platform: platforms.title(of: failure.platform),
            clientVersion: failure.clientVersion,
            pointer: failure.pointer.nonEmpty.map(Markup.init(pointer:)),
            reason: failure.reason, count: failure.count, when: clock.when(failure.lastAt))
    }
}
