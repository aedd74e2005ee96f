import Foundation
import MicroHTTP
import Mustache
import Preview
import Publishing
import SchemaRepository

/// One page of the list of features.
struct FeatureIndexPage: Page {
    static let template = "features/index"
    var chrome: Chrome
    var form: FeatureListForm
    /// The number of features that match the filter and, if there are several pages, the range on this page.
    var count: String
    var mayCreate: Bool
    /// True if the list is empty without a filter: there are no features, or all are archived.
    var isEmpty: Bool
    /// The address of the list of archived features, if all features are archived; nil otherwise.
    var archivedHref: String?
    var isNothingFound: Bool
    var hasRows: Bool
    var rows: [FeatureRow]
    var pages: Pages?

    /// The links to the previous and the next page of a list of several pages.
    struct Pages: Sendable {
        var place: String
        var previousHref: String?
        var nextHref: String?
    }

    init(
        chrome: Chrome, form: FeatureListForm, query: FeatureListQuery, total: Int, mayCreate: Bool, rows: [FeatureRow]
    ) {
        self.chrome = chrome
        self.form = form
        self.mayCreate = mayCreate
        self.rows = rows
        isEmpty = total == 0 && query.filter.isEmpty
        isNothingFound = total == 0 && !query.filter.isEmpty
        hasRows = !rows.isEmpty
        count = Texts["features.count", ["count": total]]
        let last = FeatureListQuery.lastPage(of: total)
        guard last > 1 else { return }
        count =
            Texts[
                "features.count-range",
                ["first": query.offset + 1, "last": query.offset + rows.count, "count": total]]
        pages = Pages(
            place: Texts["features.page-of", ["page": query.page, "last": last]],
            previousHref: query.page > 1 ? query.href(page: query.page - 1) : nil,
            nextHref: query.page < last ? query.href(page: query.page + 1) : nil)
    }

    static let sample: FeatureIndexPage = {
        let items = QueryItems(parsing: "q=home&sort=kind&page=2")
        let query = FeatureListQuery(items, kinds: [], platforms: [])
        var page = FeatureIndexPage(
            chrome: .sample,
            form: FeatureListForm(query, kinds: [], platforms: [], labels: (["Growth"], ["spring"])), query: query,
            total: 120, mayCreate: true, rows: [.sample])
        page.archivedHref = "/features?state=archived"
        return page
    }()
}

/// A feature in the table of features.
struct FeatureRow: Sendable {
    var name: String
    var href: String
    var kind: String
    /// The live rules as HTML, or a text if there are none.
    var lives: Markup
    var newest: String
    var lastRelease: LastRelease?
    /// The owner, a person or a team; empty for none.
    var owner: String
    var tags: [Tag]

    /// A tag with the address of the list of features that have it.
    struct Tag: Sendable {
        var name: String
        var href: String

        init(_ name: String) {
            self.name = name
            href = Paths.features + "?tag=" + PercentCoding.encode(name)
        }
    }

    /// The newest release of a feature.
    struct LastRelease: Sendable {
        var number: Int
        var when: TimeLabel
    }

    /// Creates the row of a feature; `lives` is the HTML of its live rules, `kinds` provides the title of its kind.
    init(_ summary: FeatureSummary, lives: Markup, kinds: [DocumentKind], clock: Clock) {
        name = summary.feature.name
        href = Paths.feature(name)
        kind = kinds.first { $0.id == summary.feature.kind }?.title ?? summary.feature.kind
        self.lives = lives
        owner = summary.labels.owner
        tags = summary.labels.tags.map(Tag.init)
        newest =
            summary.headRevision == 0
            ? Texts["features.no-revision"]
            : summary.headIsValid
                ? "r\(summary.headRevision)" : Texts["features.not-valid", ["revision": "r\(summary.headRevision)"]]
        if let number = summary.feature.liveRelease, let at = summary.lastReleaseAt {
            lastRelease = LastRelease(number: number, when: clock.when(at))
        }
    }

    static let sample = FeatureRow(
        .sample, lives: Markup(html: "<ul></ul>"), kinds: [],
        clock: Clock(now: Date(timeIntervalSince1970: 1_790_000_300)))
}

extension FeatureSummary {
    static let sample = FeatureSummary(
        feature: Feature(
            id: 1, name: "home.offers", kind: "/screens/Screen", liveRelease: 4, author: .operator,
            createdAt: Date(timeIntervalSince1970: 1_790_000_000)),
        headRevision: 2, headIsValid: true, headSavedAt: nil, rules: LiveTable.sample.rules, switchedOff: [],
        lastReleaseAt: Date(timeIntervalSince1970: 1_790_000_000),
        labels: FeatureLabels(owner: "Growth", tags: ["spring"]))
}

extension FeatureRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "href": href
        case "kind": kind
        case "lives": lives
        case "newest": newest
        case "lastRelease": lastRelease
        case "owner": owner
        case "tags": tags
        default: nil
        }
    }
}

extension FeatureRow.Tag: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "href": href
        default: nil
        }
    }
}

extension FeatureRow.LastRelease: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "number": number
        case "when": when
        default: nil
        }
    }
}
