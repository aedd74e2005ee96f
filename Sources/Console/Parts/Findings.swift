import JSONText
import Mustache

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
    /// What rewriting the text would mend.
    var cure: Cure?

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
        /// The message in pieces: what stands between grave accents is code.
        var words: [MessagePiece]
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

    /// An offer to rewrite the whole text.
    struct Cure: Sendable {
        var words: [MessagePiece]
        var label: String
        /// The name of the button's field: `cure` or `format`.
        var command: String
        /// The path that does it.
        var action: String
    }

    static let sample = Findings(
        kind: "bad", icon: "alert", summary: "1 error", hasRows: true,
        rows: [
            Row(
                severity: "error", severityWord: "Error", place: "8:15", line: 8, column: 15, endLine: 8, endColumn: 27,
                message: "`textPrimry` is not a Color; did you mean `textPrimary`?",
                words: MessagePiece.pieces(of: "`textPrimry` is not a Color."), pointer: "/content/0/color",
                href: "#L8",
                fix: Fix(
                    command: "120-132:\"textPrimary\"", action: "/features/home.offers/checks",
                    replacement: "\"textPrimary\"", label: "Use textPrimary"))
        ],
        more: "40 more are not listed.",
        cure: Cure(
            words: MessagePiece.pieces(of: "It stands in `data`."), label: "Keep it", command: "cure",
            action: "/features/x/checks"))
}

extension Findings {
    /// How many are listed; a broken text may have thousands.
    private static let limit = 200

    /// The diagnostics of a text, in which a fix replaces a range. `fixAction` is where a form sends a fix; nil where the
    /// text cannot be edited, and its lines are linked instead.
    init(_ diagnostics: [Diagnostic], in text: [UInt8], fixAction: String?) {
        let errors = diagnostics.filter { $0.severity == .error }.count
        let warnings = diagnostics.count - errors
        let counts = [
            errors > 0 ? Words.count(errors, "error") : nil, warnings > 0 ? Words.count(warnings, "warning") : nil,
        ]
        summary = diagnostics.isEmpty ? "No problems" : Words.list(counts.compactMap { $0 })
        kind = errors > 0 ? "bad" : warnings > 0 ? "warn" : "ok"
        icon = diagnostics.isEmpty ? "check" : "alert"
        hasRows = !diagnostics.isEmpty
        rows = diagnostics.prefix(Self.limit).map { Row($0, in: text, fixAction: fixAction) }
        more = diagnostics.count > Self.limit ? "\(diagnostics.count - Self.limit) more are not listed." : nil
    }

    /// Nothing was checked, and why.
    init(notice: String) {
        self.init(kind: "warn", icon: "alert", summary: notice, hasRows: false, rows: [], more: nil)
    }
}

extension Findings.Row {
    init(_ diagnostic: Diagnostic, in text: [UInt8], fixAction: String?) {
        let start = diagnostic.range?.start
        let end = diagnostic.range?.end ?? start
        severity = diagnostic.severity.rawValue
        severityWord = diagnostic.severity == .error ? "Error" : "Warning"
        place = start.map { "\($0.line):\($0.column)" } ?? "–"
        (line, column) = (start?.line ?? 0, start?.column ?? 0)
        (endLine, endColumn) = (end?.line ?? 0, end?.column ?? 0)
        message = diagnostic.message
        words = MessagePiece.pieces(of: message)
        pointer = diagnostic.pointer.description
        href = fixAction == nil ? "#L\(line)" : "#findings-summary"
        fix = fixAction.flatMap { Findings.Fix(diagnostic, in: text, action: $0) }
    }
}

extension Findings.Fix {
    /// The cure that a diagnostic suggests; nil without one, or when its range is not a string or a name.
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
        label = "Use \(suggestion)"
    }

    /// The text after a command of the form `start-end:replacement`; nil when it does not fit the text.
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
