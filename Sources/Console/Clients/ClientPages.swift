import JSONText
import Preview

/// The page of the registered builds of the apps, and the form that registers a build.
struct ClientIndexPage: Page {
    static let template = "clients/index"
    var chrome: Chrome
    /// True if the time, steps or memory for the request did not suffice to compare all live documents with the builds.
    var isIncomplete = false
    var hasClients: Bool
    var rows: [Row]
    var mayRegister: Bool
    /// The address to which the form sends a capability file.
    var action = Paths.clients
    var templateAction = Paths.clientTemplate
    var platforms: [Choice]
    var version = ""
    var build = ""
    var text = ""
    /// The heading of the diagnostics if the file in the form cannot be registered; nil otherwise.
    var refused: String?
    var hasFindings = false
    var findings: Findings

    /// A registered build.
    struct Row: Sendable {
        var label: String
        var href: String
        var platform: String
        var schemaRelease: Int
        var when: TimeLabel
        var who: String
        var badges: [ClientBadge]
    }

    static let sample = ClientIndexPage(
        chrome: .sample, isIncomplete: true, hasClients: true,
        rows: [
            Row(
                label: "6.2.0", href: "/clients/ios/6.2.0", platform: "iOS", schemaRelease: 1, when: .sample,
                who: "mira", badges: [.sample])
        ], mayRegister: true, platforms: Choice.sample, version: "6.2.0", build: "1042", text: "{}",
        refused: "The file was not registered", hasFindings: true, findings: .sample)
}

/// A badge of a build, such as the number of live features that it cannot decode.
struct ClientBadge: Sendable {
    /// The style of the badge: `ok`, `warn` or `bad`; empty for a neutral badge.
    var kind: String
    var text: String

    static let sample = ClientBadge(kind: "bad", text: "2 parts only in the schemas")
}

/// The page of one registered build: the live documents that it cannot decode, its disagreements with the schemas, and
/// its registrations.
struct ClientPage: Page {
    static let template = "clients/show"
    var chrome: Chrome
    var label: String
    var platform: String
    /// A sentence with the numbers of entities (schemas), properties and enum values in the capability file of the
    /// build.
    var summary: String
    var badges: [ClientBadge]
    /// True if the time, steps or memory for the request did not suffice to compare all live documents with the build.
    var isIncomplete = false
    var hasRefused: Bool
    var refused: [Refused]
    var hasDisagreements: Bool
    var disagreements: [Disagreement]
    /// A sentence about the disagreements that are not listed; nil if all are.
    var more: String?
    var history: [Change]
    /// A sentence about the earlier registrations that are not listed; nil if there are none.
    var historyCut: String?
    var mayWithdraw: Bool
    var withdrawHref: String

    /// A live document that the build cannot decode.
    struct Refused: Sendable {
        var feature: String
        var href: String
        /// The revision and the client versions that get the document.
        var what: String
        var lacks: [Lack]
    }

    /// An entity (schema), property or enum value that the document uses and the build does not decode.
    struct Lack: Sendable {
        var words: [MessagePiece]
        var pointer: Markup

        static let sample = Lack(
            words: MessagePiece.pieces(of: "The value `xxl`."), pointer: Markup(pointer: "/size"))
    }

    /// An entity (schema), property or enum value that only the schemas claim for the build's version, or that only the
    /// build's capability file lists.
    struct Disagreement: Sendable {
        /// True if only the schemas claim the entity, property or value; false if only the capability file lists it.
        var isError: Bool
        var severity: String
        var words: [MessagePiece]
        var entityHref: String?
    }

    /// A registration of the build, or the withdrawal of one.
    struct Change: Sendable {
        var number: Int
        var what: String
        var who: String
        var when: TimeLabel
    }

    static let sample = ClientPage(
        chrome: .sample, label: "6.2.0 (build 1042)", platform: "iOS", summary: "It lists 3 entities.",
        badges: [.sample], isIncomplete: true, hasRefused: true,
        refused: [
            Refused(
                feature: "home.offers", href: "/features/home.offers", what: "Revision 2, from 6.0 on",
                lacks: [.sample])
        ], hasDisagreements: true,
        disagreements: [
            Disagreement(
                isError: true, severity: "Error", words: MessagePiece.pieces(of: "It does not list `icon`."),
                entityHref: "/schemas/entity?id=x")
        ], more: "40 more are not listed.",
        history: [Change(number: 1, what: "Registered", who: "mira", when: .sample)],
        historyCut: "Only the first 20 are listed.", mayWithdraw: true,
        withdrawHref: "/clients/ios/6.2.0/withdrawals")
}
