import JSONText

/// The registered builds of the apps, and the form for one more.
struct ClientIndexPage: Page {
    static let template = "clients/index"
    var chrome: Chrome
    /// True if not everything live could be compared in time.
    var isIncomplete = false
    var hasClients: Bool
    var rows: [Row]
    var mayRegister: Bool
    /// The address that a capability file is sent to.
    var action = Paths.clients
    var templateAction = Paths.clientTemplate
    var platforms: [Choice]
    var version = ""
    var build = ""
    var text = ""
    /// The heading of a refusal.
    var refused: String?
    var hasFindings = false
    var findings: Findings

    /// A registered build.
    struct Row: Sendable {
        var label: String
        var href: String
        var platform: String
        var schemaRelease: Int
        var when: When
        var who: String
        var standings: [ClientStanding]
    }

    static let sample = ClientIndexPage(
        chrome: .sample, isIncomplete: true, hasClients: true,
        rows: [
            Row(
                label: "6.2.0", href: "/clients/ios/6.2.0", platform: "iOS", schemaRelease: 1, when: .sample,
                who: "mira", standings: [.sample])
        ], mayRegister: true, platforms: Choice.sample, version: "6.2.0", build: "1042", text: "{}",
        refused: "The file was not registered", hasFindings: true, findings: .sample)
}

/// One sentence on a build, in a badge.
struct ClientStanding: Sendable {
    /// `ok`, `warn` or `bad`; empty for a plain one.
    var kind: String
    var text: String

    static let sample = ClientStanding(kind: "bad", text: "2 parts claimed but not listed")
}

/// One registered build: what is live that it cannot decode, where the schemas disagree with it, its registrations.
struct ClientPage: Page {
    static let template = "clients/show"
    var chrome: Chrome
    var label: String
    var platform: String
    /// A sentence about the number of listed parts.
    var summary: String
    var standings: [ClientStanding]
    var hasRefused: Bool
    var refused: [Refused]
    var hasDisagreements: Bool
    var disagreements: [Disagreement]
    /// A sentence about the disagreements that are not listed; nil if all are.
    var more: String?
    var history: [Change]
    var mayWithdraw: Bool
    var withdrawHref: String

    /// A live feature that it cannot decode.
    struct Refused: Sendable {
        var feature: String
        var href: String
        /// The revision and its client versions.
        var what: String
        var lacks: [Lack]
    }

    /// A part that the feature uses and the build lacks.
    struct Lack: Sendable {
        var words: [MessagePiece]
        var pointer: String
    }

    /// A part about which the schemas and the build disagree.
    struct Disagreement: Sendable {
        /// True if the schemas claim what the build lacks.
        var isError: Bool
        var severity: String
        var words: [MessagePiece]
        var entityHref: String?
    }

    /// A registration.
    struct Change: Sendable {
        var number: Int
        var what: String
        var who: String
        var when: When
    }

    static let sample = ClientPage(
        chrome: .sample, label: "6.2.0 (build 1042)", platform: "iOS", summary: "It lists 3 entities.",
        standings: [.sample], hasRefused: true,
        refused: [
            Refused(
                feature: "home.offers", href: "/features/home.offers", what: "Revision 2, from 6.0 on",
                lacks: [Lack(words: MessagePiece.pieces(of: "The value `xxl`."), pointer: "/size")])
        ], hasDisagreements: true,
        disagreements: [
            Disagreement(
                isError: true, severity: "Error", words: MessagePiece.pieces(of: "It does not list `icon`."),
                entityHref: "/schemas/entity?id=x")
        ], more: "40 more are not listed.",
        history: [Change(number: 1, what: "Registered", who: "mira", when: .sample)], mayWithdraw: true,
        withdrawHref: "/clients/ios/6.2.0/withdrawals")
}
