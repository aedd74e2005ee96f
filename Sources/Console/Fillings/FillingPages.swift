import Publishing

/// A filling in a list.
struct FillingRow: Sendable {
    var name: String
    var who: String
    var when: When
    var href: String
    /// The editor with its preview filled.
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
            createdAt: When.sampleDate), clock: Clock(now: When.sampleDate))
}

/// The fillings of a feature, and the form for a new one.
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
    /// What was typed, where it could not be saved.
    var name = ""
    var text = ""
    /// Whether the text is what a preview is filled with.
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

/// One filling: its JSON, and the newest revision filled with it.
struct FillingPage: Page {
    static let template = "fillings/show"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var fillingsHref: String
    var row: FillingRow
    var listing: Listing
    var hasPreview: Bool
    var look: PreviewLook

    static let sample = FillingPage(
        chrome: .sample, feature: "ads.new", featureHref: "/features/ads.new",
        fillingsHref: "/features/ads.new/fillings", row: .sample, listing: .sample, hasPreview: true, look: .sample)
}

/// What a page says that stays while a filling is saved.
struct FillingAnswer: Sendable {
    /// `ok`, `warn` or `bad`.
    var kind: String
    var sentence: String?
    var hasFindings: Bool
    var findings: Findings
}

/// Sentences about fillings.
enum FillingWords {
    static let nameRule =
        "Give it a name of at most \(Filling.maximumNameLength) characters, without line breaks or other control characters."
    static let saved = "Saved. It can be chosen under “Filled with”."
    static let unchanged = "A filling of that name holds exactly this already."
    static let notShown =
        "This preview's answers are no longer held. Go back, load the preview again, and save it then."
    static let notFillable = "Documents of this feature are not filled in, so there is nothing to fill them with."
}
