import JSONText
import Mustache
import Preview

/// The problems of a text, as pages list them.
struct Findings: Sendable {
    /// The style: `ok`, `warn` or `bad`.
    var kind: String
    var icon: String
    var summary: String
    var hasRows: Bool
    var rows: [Row]
    /// A sentence with the number of problems that are not listed; nil if all are listed.
    var more: String?
    /// The offer to rewrite the whole text, as a repair or to format it; nil if there is none.
    var repair: Repair?
    /// A remark about replacement characters (U+FFFD) in the text, which usually stand for characters that could not be
    /// read when the text was stored or copied; nil if there are none.
    var unreadable: Remark?
    /// A remark about a line on which the editor shows a value to the left of its right-to-left name; nil if there is
    /// none.
    var reordered: Remark?

    /// One problem.
    struct Row: Sendable {
        /// `error` or `warning`.
        var severity: String
        var severityWord: String
        /// `line:column`; a dash if the position is unknown.
        var place: String
        /// The line where the problem begins, from 1. `line`, `column`, `endLine` and `endColumn` are 0 if the position
        /// is unknown.
        var line: Int
        var column: Int
        var endLine: Int
        var endColumn: Int
        var message: String
        /// The pieces of the message; text between backticks is code.
        var words: [MessagePiece]
        var pointer: Markup
        /// The link target: the line in the listing or, if the text can be edited, the section of the problems. A page
        /// that has neither sets another target.
        var href: String
        var fix: Fix?
    }

    /// A replacement that fixes the problem.
    struct Fix: Sendable {
        /// `start-end:replacement` with byte offsets, for the server.
        var command: String
        /// The path to which the fix is posted.
        var action: String
        /// The replacement text.
        var replacement: String
        var label: String
    }

    /// A sentence about the whole text.
    struct Remark: Sendable {
        var words: [MessagePiece]
    }

    /// An offer to rewrite the whole text.
    struct Repair: Sendable {
        var words: [MessagePiece]
        var label: String
        /// The name of the button's field: `repair` or `format`.
        var command: String
        /// The path to which the button posts the form.
        var action: String
    }

    static let sample = Findings(
        kind: "bad", icon: "alert", summary: "1 error", hasRows: true,
        rows: [
            Row(
                severity: "error", severityWord: "Error", place: "8:15", line: 8, column: 15, endLine: 8, endColumn: 27,
                message: "`textPrimry` is not a Color; did you mean `textPrimary`?",
                words: MessagePiece.pieces(of: "`textPrimry` is not a Color."),
                pointer: Markup(pointer: "/content/0/color"),
                href: "#L8",
                fix: Fix(
                    command: "120-132:\"textPrimary\"", action: "/features/home.offers/checks",
                    replacement: "\"textPrimary\"", label: "Use textPrimary"))
        ],
        more: "40 more are not listed.",
        repair: Repair(
            words: MessagePiece.pieces(of: "It stands in `data`."), label: "Keep it", command: "repair",
            action: "/features/x/checks"),
        unreadable: Remark(words: MessagePiece.pieces(of: "It contains `U+FFFD`.")),
        reordered: Remark(words: MessagePiece.pieces(of: "Line 2 is shown in another order.")))
}

extension Findings {
    /// The maximum number of problems listed; an invalid text may have thousands.
    private static let limit = 200

    /// Creates the list of a text's diagnostics. `fixAction` is the path to which fixes are posted; nil if the text
    /// cannot be edited, so that the problems link to lines of its listing.
    init(_ diagnostics: [Diagnostic], in text: [UInt8], fixAction: String?) {
        let errors = diagnostics.filter { $0.severity == .error }.count
        let warnings = diagnostics.count - errors
        let counts = [
            errors > 0 ? Texts["diagnostics.errors", ["count": errors]] : nil,
            warnings > 0 ? Texts["diagnostics.warnings", ["count": warnings]] : nil,
        ]
        summary = diagnostics.isEmpty ? Texts["diagnostics.no-problems"] : Words.list(counts.compactMap { $0 })
        kind = errors > 0 ? "bad" : warnings > 0 ? "warn" : "ok"
        icon = diagnostics.isEmpty ? "check" : "alert"
        hasRows = !diagnostics.isEmpty
        rows = diagnostics.prefix(Self.limit).map { Row($0, in: text, fixAction: fixAction) }
        more =
            diagnostics.count > Self.limit
            ? Texts["common.more-not-listed", ["count": diagnostics.count - Self.limit]] : nil
    }

    /// Creates an empty list with a sentence about why the text was not checked.
    init(notice: String) {
        self.init(kind: "warn", icon: "alert", summary: notice, hasRows: false, rows: [], more: nil)
    }
}

extension Findings.Row {
    init(_ diagnostic: Diagnostic, in text: [UInt8], fixAction: String?) {
        let start = diagnostic.range?.start
        let end = diagnostic.range?.end ?? start
        severity = diagnostic.severity.rawValue
        severityWord = diagnostic.severity == .error ? Texts["diagnostics.error"] : Texts["diagnostics.warning"]
        place = start.map { "\($0.line):\($0.column)" } ?? "–"
        (line, column) = (start?.line ?? 0, start?.column ?? 0)
        (endLine, endColumn) = (end?.line ?? 0, end?.column ?? 0)
        message = diagnostic.message
        words = MessagePiece.pieces(of: message)
        pointer = Markup(pointer: diagnostic.pointer.excerpt)
        href = fixAction == nil ? "#L\(max(1, line))" : "#findings-summary"
        fix = fixAction.flatMap { Findings.Fix(diagnostic, in: text, action: $0) }
    }
}

extension Findings.Fix {
    /// Creates the fix that a diagnostic suggests. Nil if the diagnostic suggests none or has no range, or if the range
    /// is empty or outside the text.
    init?(_ diagnostic: Diagnostic, in text: [UInt8], action: String) {
        guard let suggestion = diagnostic.suggestion, let range = diagnostic.range else { return nil }
        let bytes = range.start.offset..<range.end.offset
        guard text.indices.contains(bytes.lowerBound), bytes.upperBound <= text.count, !bytes.isEmpty else {
            return nil
        }
        if text[bytes.lowerBound] == UInt8(ascii: "\"") {
            var writer = JSONWriter()
            writer.string(suggestion)
            replacement = writer.text
        } else {
            replacement = suggestion
        }
        command = "\(bytes.lowerBound)-\(bytes.upperBound):\(replacement)"
        self.action = action
        label = Texts["diagnostics.use", ["suggestion": suggestion]]
    }

    /// Applies a command `start-end:replacement`; returns nil if it is malformed or its range is outside the text.
    static func apply(_ command: String, to text: [UInt8]) -> [UInt8]? {
        guard let match = command.wholeMatch(of: /(\d{1,9})-(\d{1,9}):(.*)/.dotMatchesNewlines()),
            let start = Int(match.1), let end = Int(match.2), start <= end, end <= text.count
        else { return nil }
        return text[..<start] + Array(match.3.utf8) + text[end...]
    }
}

extension Findings.Row: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "severity": severity
        case "severityWord": severityWord
        case "place": place
        case "line": line
        case "column": column
        case "endLine": endLine
        case "endColumn": endColumn
        case "message": message
        case "words": words
        case "pointer": pointer
        case "href": href
        case "fix": fix
        default: nil
        }
    }
}

extension Findings.Fix: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "command": command
        case "action": action
        case "replacement": replacement
        case "label": label
        default: nil
        }
    }
}

extension MessagePiece: MustacheParent {
    package func child(named property: String) -> Any? {
        switch property {
        case "text": text
        case "isCode": isCode
        default: nil
        }
    }
}
