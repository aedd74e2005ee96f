import JSONText
import Preview
import Publishing
import SchemaRepository

/// The parts of a document that the chosen client does not support, as a list with links to the text.
struct ClientGaps: Sendable {
    /// The style: `ok` or `warn`.
    var kind: String
    var icon: String
    var sentence: String
    var hasRows: Bool
    var rows: [Row]
    /// A sentence with the number of parts that are not listed; nil for none.
    var more: String?

    /// A part that the client does not support, with the reason and with what the client gets instead.
    struct Row: Sendable {
        var line: Int
        var column: Int
        var endLine: Int
        var endColumn: Int
        /// `line:column`, or “–” if the part has no place in the text; the four numbers are then 0.
        var place: String
        /// The link target: the line in the listing, if the page has one; the first line for a part without a place.
        var href: String
        var words: [MessagePiece]
        var pointer: Markup
    }

    static let sample = ClientGaps(
        kind: "warn", icon: "alert", sentence: "iOS 5.2 does not show 1 part as written.", hasRows: true,
        rows: [
            Row(
                line: 8, column: 15, endLine: 8, endColumn: 20, place: "8:15", href: "#L8",
                words: MessagePiece.pieces(of: "`icon` needs iOS 3.4 or later."),
                pointer: Markup(pointer: "/widgets/0/content/size"))
        ], more: "2 more are not listed.")
}

extension ClientGaps {
    /// The maximum number of parts listed.
    private static let limit = 100

    /// Finds the unsupported parts of a checked document for the client in the options; nil if the options have no
    /// client version. If they cannot be determined, the sentence says why. `renderer` must use the schemas that the
    /// document was checked with.
    init?(
        of checked: CheckedDocument?, options: PreviewOptions, platforms: [Platform], renderer: PreviewRenderer,
        work: WorkBudget = WorkBudget()
    ) {
        guard let written = options.clientVersion, let client = options.client(among: platforms) else { return nil }
        guard options.platform != nil else {
            self.init(warning: PreviewWords.platformMissing)
            return
        }
        guard (try? ClientVersion(written)) != nil else {
            self.init(warning: PreviewWords.noVersion(written))
            return
        }
        guard let checked, checked.document != nil, checked.kind != nil else {
            self.init(warning: PreviewWords.brokenForClients)
            return
        }
        let gaps = renderer.gaps(of: checked, options: options, work: work)
        let broken = checked.diagnostics.count { $0.severity == .error }
        let isAll = gaps.isEmpty && broken == 0
        let summary =
            gaps.isEmpty
            ? broken == 0 ? PreviewWords.showsAll(client) : PreviewWords.showsTheRest(client)
            : PreviewWords.doesNotSee(client, gaps.count)
        let sentence = broken == 0 ? summary : summary + " " + PreviewWords.notCompared(broken)
        self.init(
            kind: isAll ? "ok" : "warn", icon: isAll ? "check" : "alert",
            sentence: sentence, hasRows: !gaps.isEmpty, rows: gaps.prefix(Self.limit).map(Row.init),
            more: gaps.count > Self.limit ? PreviewWords.moreGaps(gaps.count - Self.limit) : nil)
    }

    private init(warning: String) {
        self.init(kind: "warn", icon: "info", sentence: warning, hasRows: false, rows: [], more: nil)
    }
}

extension ClientGaps.Row {
    init(_ gap: ClientGap) {
        let start = gap.range?.start
        let end = gap.range?.end ?? start
        (line, column) = (start?.line ?? 0, start?.column ?? 0)
        (endLine, endColumn) = (end?.line ?? 0, end?.column ?? 0)
        place = start.map { "\($0.line):\($0.column)" } ?? "–"
        href = "#L\(max(1, line))"
        words = MessagePiece.pieces(of: "\(gap.message). \(PreviewWords.instead(of: gap.pointer, gap.replacement))")
        pointer = Markup(pointer: gap.pointer.description)
    }
}
