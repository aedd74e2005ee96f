import Publishing

/// A set of test data in a list.
struct FillingRow: Sendable {
    var name: String
    var who: String
    var when: TimeLabel
    var href: String
    /// The address of the editor with this test data in its preview.
    var useHref: String

    init(_ filling: Filling, clock: Clock) {
        name = filling.name
        who = filling.author.name
        when = clock.when(filling.createdAt)
        href = Paths.filling(of: filling.feature, filling.name)
        useHref = Paths.editor(of: filling.feature, filledWith: filling.name)
    }

    static let sample = FillingRow(
        Filling(
            feature: "ads.new", name: "A villa", data: "{}", author: Actor(accountID: nil, name: "ana"),
            createdAt: TimeLabel.sampleDate), clock: Clock(now: TimeLabel.sampleDate))
}

/// The page with the list of a feature's test data, and the form for a new set.
struct FillingIndexPage: Page {
    static let template = "fillings/index"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var href: String
    var editorHref: String
    var hasRows: Bool
    var rows: [FillingRow]
    var maySave: Bool
    /// The submitted name if saving was refused; empty otherwise.
    var name = ""
    /// The submitted data if saving was refused, or the data of a preview.
    var text = ""
    /// True if the text is the data of a preview.
    var isFromPreview = false
    var nameProblem: String?
    var hasFindings = false
    var findings = Findings(notice: "")

    init(chrome: Chrome, feature: String, rows: [FillingRow], maySave: Bool) {
        self.chrome = chrome
        self.feature = feature
        self.rows = rows
        self.maySave = maySave
        featureHref = Paths.feature(feature)
        href = Paths.fillings(of: feature)
        editorHref = Paths.editor(of: feature)
        hasRows = !rows.isEmpty
    }

    static let sample = {
        var page = FillingIndexPage(chrome: .sample, feature: "ads.new", rows: [.sample], maySave: true)
        (page.name, page.text, page.nameProblem) = ("A villa", "{", FillingWords.nameRule)
        page.isFromPreview = true
        (page.hasFindings, page.findings) = (true, .sample)
        return page
    }()
}

/// The page of one set of test data: its JSON, and a preview of the newest revision with it.
struct FillingPage: Page {
    static let template = "fillings/show"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var fillingsHref: String
    var row: FillingRow
    var listing: Listing
    var hasPreview: Bool
    var panel: PreviewPanel

    static let sample = FillingPage(
        chrome: .sample, feature: "ads.new", featureHref: "/features/ads.new",
        fillingsHref: "/features/ads.new/fillings", row: .sample, listing: .sample, hasPreview: true, panel: .sample)
}

/// The result of saving test data by a script, on a page that stays open.
struct FillingAnswer: Sendable {
    /// The style: `ok` or `bad`.
    var kind: String
    var sentence: String?
    var hasFindings: Bool
    var findings: Findings
}

/// The messages about test data.
enum FillingWords {
    static var nameRule: String { Texts["fillings.enter-a-name-of-at-most", ["limit": Filling.maximumNameLength]] }
    static var saved: String { Texts["fillings.saved-you-can-choose-it-under"] }
    static var unchanged: String { Texts["common.test-data-with-this-name-and"] }
    static var answersExpired: String { Texts["fillings.this-previews-answers-have-expired-go"] }
    static var notFillable: String { Texts["fillings.documents-of-this-kind-cannot-be"] }
}
