import JSONText

/// The page of all schema releases, and the forms that propose another one.
struct SchemaReleaseIndexPage: Page {
    static let template = "schema_releases/index"
    var chrome: Chrome
    var hasReleases: Bool
    var releases: [Row]
    /// The address of the page with older schema releases; nil if there are none.
    var olderHref: String?
    var hasHistory: Bool
    var history: [Adoption]
    /// A sentence about the earlier adoptions that are not listed; nil if there are none.
    var historyCut: String?
    var mayPropose: Bool
    /// The address that the forms are sent to.
    var action = Paths.schemaReleases
    var note = ""
    var address = ""
    var reference = ""
    var folder = ""
    var path = ""
    var text = ""
    /// The reason why the sent schemas were not proposed; nil for none.
    var refused: String?
    var hasFindings = false
    var findings: [SchemaFindingRow] = []
    /// A sentence about the problems that are not listed; nil if there are none.
    var more: String?

    /// A schema release.
    struct Row: Sendable {
        var label: String
        var href: String
        var state: SchemaReleaseState
        var source: String
        var note: String?
        var who: String
        var when: TimeLabel
    }

    /// An adoption: the schema release that became the current one, by whom and when.
    struct Adoption: Sendable {
        var what: String
        var who: String
        var when: TimeLabel
    }

    static let sample = SchemaReleaseIndexPage(
        chrome: .sample, hasReleases: true,
        releases: [
            Row(
                label: "Schema release 2", href: "/schemas/releases/2", state: .sample, source: "Archive schemas.zip",
                note: "Ratings", who: "mira", when: .sample)
        ], olderHref: "/schemas/releases?before=2", hasHistory: true,
        history: [Adoption(what: "Schema release 1 adopted", who: "mira", when: .sample)],
        historyCut: "Only the first 1,000 are listed.", mayPropose: true, note: "Ratings",
        address: "https://git.example/schemas.git", reference: "main",
        folder: "schemas", path: "enums/Color.json", text: "{}", refused: "The schemas were not proposed",
        hasFindings: true, findings: [.sample], more: "40 more are not listed.")
}

/// The state of a schema release, as a badge shows it.
struct SchemaReleaseState: Sendable {
    /// The style: `ok`, `warn` or empty.
    var kind: String
    var text: String

    static let sample = SchemaReleaseState(kind: "ok", text: "Current")
}

/// A problem of a proposed file.
struct SchemaFindingRow: Sendable {
    /// `error` or `warning`.
    var severity: String
    var severityWord: String
    /// The file, with line and column if they are known.
    var place: String
    var words: [MessagePiece]
    var pointer: String

    static let sample = SchemaFindingRow(
        severity: "error", severityWord: "Error", place: "enums/Color.json:3:4",
        words: MessagePiece.pieces(of: "`x` is not a version."), pointer: "/x-since")
}

/// The page of one schema release.
struct SchemaReleasePage: Page {
    static let template = "schema_releases/show"
    var chrome: Chrome
    var label: String
    var state: SchemaReleaseState
    var facts: [Fact]
    /// True if the signed-in person may make the release the current one now.
    var mayAdopt: Bool
    var adoptHref: String
    /// The number of the current schema release, which the form sends, so that an adoption in the meantime is noticed;
    /// 0 for none.
    var current: Int
    /// True if the adoption needs a reason: for a release without an open proposal, or without all approvals.
    var needsReason: Bool
    var adoptLabel: String
    /// A sentence that says that another schema release was adopted after this one was proposed; nil otherwise.
    var stale: String?
    /// A sentence about the approvals that are missing; nil if there are none.
    var lacking: String?
    /// True if approvals are missing and the signed-in person may adopt the release without them.
    var mayBreakGlass: Bool
    var hasApprovals: Bool
    /// The state of each team's approval of the open proposal; empty without one, and if the proposal is outdated.
    var approvals: [Approval]
    var approvalsHref: String
    var withdrawalsHref: String
    /// The number of the open proposal, to which approvals belong; 0 for none.
    var proposal: Int
    var hasDisagreements: Bool
    /// The differences between what registered builds decode and what these schemas claim, without those that exist
    /// with the current schemas too.
    var disagreements: [Disagreement]
    /// A sentence about the disagreements that are not listed; nil if there are none.
    var moreDisagreements: String?
    var hasPlans: Bool
    /// The client versions that the schemas mark as planned.
    var plans: [VersionPlanRow]
    var confirmationsHref: String
    var changesHeading: String
    /// A sentence with the number of changes; nil if there is no release to compare with.
    var changesSummary: String?
    /// A sentence about the reason why no changes are listed; nil if there are changes.
    var noChanges: String?
    var hasChanges: Bool
    var changes: [Change]
    /// A sentence about the changes that are not listed; nil if there are none.
    var moreChanges: String?
    var hasEmptyValues: Bool
    /// The changes that make a blank, null or missing value valid or invalid.
    var emptyValues: [Change]
    /// A sentence about the changes of empty values that are not listed; nil if there are none.
    var moreEmptyValues: String?
    var impact: SchemaImpactView?
    /// True if the signed-in person may start another check of the documents against this schema release.
    var mayCheck: Bool
    var checkHref: String

    /// The state of a team's approval.
    struct Approval: Sendable {
        var team: String
        var title: String
        var state: SchemaReleaseState
        /// The name of the person who approved and the time, in words; empty before the approval.
        var who: String
        var note: String?
        /// The reason why the approval does not count any more; nil if it counts.
        var discount: String?
        var mayApprove: Bool
        var mayWithdraw: Bool
        var needsNote: Bool
        /// The reason why the signed-in reviewer cannot approve for the team; nil if there is none, if the team has an
        /// approval that counts, or if the person may not review.
        var hint: String?
    }

    /// A disagreement with a registered build; `words` is the rest of a sentence that begins with the build's name.
    struct Disagreement: Sendable {
        var build: String
        var href: String
        var words: [MessagePiece]
    }

    /// A difference from the release that this one is compared with.
    struct Change: Sendable {
        var isBreaking: Bool
        var entity: String
        /// The path of the entity's page; nil for entities that the current schemas do not have.
        var href: String?
        var sentence: [MessagePiece]
        /// The line in the entity's file; nil for whole files.
        var line: Int?
    }

    /// A name and a value in the summary of the schema release.
    struct Fact: Sendable {
        var name: String
        var value: String
        var isCode: Bool
    }

    static let sample = SchemaReleasePage(
        chrome: .sample, label: "Schema release 2", state: .sample,
        facts: [Fact(name: "Source", value: "Archive schemas.zip", isCode: true)], mayAdopt: true,
        adoptHref: "/schemas/releases/2/adoptions", current: 1, needsReason: true, adoptLabel: "Adopt schema release 2",
        stale: "Schema release 3 was adopted since.", lacking: "The approval of iOS is missing.", mayBreakGlass: true,
        hasApprovals: true,
        approvals: [
            Approval(
                team: "ios", title: "iOS", state: .sample, who: "lea", note: "Fine", discount: "Does not count.",
                mayApprove: true, mayWithdraw: true, needsNote: true, hint: "You may not approve for this team.")
        ], approvalsHref: "/schemas/releases/2/approvals", withdrawalsHref: "/schemas/releases/2/approval-withdrawals",
        proposal: 1, hasDisagreements: true,
        disagreements: [
            Disagreement(
                build: "iOS 6.2.0", href: "/clients/ios/6.2.0", words: MessagePiece.pieces(of: "does not list `x`."))
        ], moreDisagreements: "40 more are not listed.", hasPlans: true, plans: [.sample],
        confirmationsHref: "/schemas/releases/2/confirmations",
        changesHeading: "Changes since schema release 1",
        changesSummary: "2 changes, 1 of them breaking.", noChanges: "Nothing changes.", hasChanges: true,
        changes: [
            Change(
                isBreaking: true, entity: "/enums/Color", href: "/schemas/entity?id=x",
                sentence: MessagePiece.pieces(of: "The value `x` is removed."), line: 3)
        ], moreChanges: "40 more are not listed.", hasEmptyValues: true,
        emptyValues: [
            Change(
                isBreaking: true, entity: "/screens/Screen", href: "/schemas/entity?id=x",
                sentence: MessagePiece.pieces(of: "A blank `title` is refused now."))
        ], moreEmptyValues: "40 more are not listed.", impact: .sample, mayCheck: true,
        checkHref: "/schemas/releases/2/impacts")
}
