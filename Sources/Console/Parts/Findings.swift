/// What is wrong with a text, in words, in the text's order.
struct Findings: Sendable {
    /// `ok`, `warn` or `bad`.
    var kind: String
    var icon: String
    var summary: String
    var hasRows: Bool
    var rows: [Row]
    /// How many are not listed, as a sentence.
    var more: String?

    /// A diagnostic.
    struct Row: Sendable {
        /// `error` or `warning`.
        var severity: String
        var severityWord: String
        /// `line:column`; a dash where there is none.
        var place: String
        var line: Int
        var column: Int
        var endLine: Int
        var endColumn: Int
        var message: String
        var pointer: String
        /// Where the place links to: a line of a listing, or the text area.
        var href: String
        var fix: Fix?
    }

    /// A replacement that cures it.
    struct Fix: Sendable {
        /// `start-end:replacement` in bytes, for the server.
        var command: String
        /// The path that applies it.
        var action: String
        /// The text that takes the place of the range.
        var replacement: String
        var label: String
    }

    static let sample = Findings(
        kind: "bad", icon: "alert", summary: "1 error", hasRows: true,
        rows: [
            Row(
                severity: "error", severityWord: "Error", place: "8:15", line: 8, column: 15, endLine: 8, endColumn: 27,
                message: "`textPrimry` is not a Color; did you mean `textPrimary`?", pointer: "/content/0/color",
                href: "#L8",
                fix: Fix(
                    command: "120-132:\"textPrimary\"", action: "/features/home.offers/checks",
                    replacement: "\"textPrimary\"", label: "Use textPrimary"))
        ],
        more: "40 more are not listed.")
}
