import JSONText
import Preview

/// A table of two texts side by side, line by line, with the differences marked. Equal lines far from a difference are
/// left out.
struct TextComparison: Sendable {
    /// The number of equal lines shown before and after a difference.
    private static let context = 3
    /// The maximum number of rows, because two texts may differ in a million lines.
    private static let limit = 3_000
    /// The maximum length in bytes of lines whose words are compared; longer lines are marked as a whole.
    private static let longestLine = 4_000

    var caption: String
    /// The rows of the table as HTML. They are not rendered by the template engine, which would need more time for
    /// thousands of lines than for the rest of the page.
    var html: Markup
    /// True if the texts differ in a line.
    var hasRows: Bool
    /// A sentence with the number of rows beyond `limit`, which are not shown; nil if there are none.
    var more: String?

    init(from old: [UInt8], to new: [UInt8], caption: String) {
        self.caption = caption
        let diff = LineDiff(from: old, to: new)
        let shown = Self.shown(diff.rows)
        hasRows = diff.rows.contains { if case .changed = $0 { true } else { false } }
        html = Markup(
            html: shown.prefix(Self.limit).map { entry in
                switch entry {
                case .gap(let count): Self.html(ofGap: count)
                case .row(let row): Self.html(of: row, in: diff)
                }
            }.joined(separator: "\n"))
        more = shown.count > Self.limit ? Texts["common.more-not-listed", ["count": shown.count - Self.limit]] : nil
    }

    private enum Entry {
        case row(LineDiff.Row)
        case gap(Int)
    }

    private static func shown(_ rows: [LineDiff.Row]) -> [Entry] {
        var isShown = [Bool](repeating: false, count: rows.count)
        for (position, row) in rows.enumerated() {
            guard case .changed = row else { continue }
            for near in max(0, position - context)...min(rows.count - 1, position + context) { isShown[near] = true }
        }
        var entries: [Entry] = []
        var hidden = 0
        for (position, row) in rows.enumerated() {
            if !isShown[position] {
                hidden += 1
                continue
            }
            if hidden > 0 { entries.append(.gap(hidden)) }
            hidden = 0
            entries.append(.row(row))
        }
        return entries + (hidden > 0 ? [.gap(hidden)] : [])
    }

    private static func html(ofGap count: Int) -> String {
        let words = HTMLEscaping.escape(Texts["comparisons.equal-lines", ["count": count]])
        return "<tr class=\"gap\"><td colspan=\"4\">\(words)</td></tr>"
    }

    private static func html(of row: LineDiff.Row, in diff: LineDiff) -> String {
        switch row {
        case .same(let old, let new):
            let text = HiddenCharacters.html(diff.oldLines[old])
            return "<tr>\(cell(old, text))\(cell(new, text))</tr>"
        case .changed(let old?, let new?):
            let (left, right) = marked(diff.oldLines[old], diff.newLines[new])
            return "<tr class=\"changed\">\(cell(old, left, .removed))\(cell(new, right, .added))</tr>"
        case .changed(let old, let new):
            let left = old.map { "<del>\(HiddenCharacters.html(diff.oldLines[$0]))</del>" }
            let right = new.map { "<ins>\(HiddenCharacters.html(diff.newLines[$0]))</ins>" }
            return "<tr class=\"changed\">\(cell(old, left ?? "", .removed))\(cell(new, right ?? "", .added))</tr>"
        }
    }

    private static func cell(_ line: Int?, _ html: String, _ kind: JSONChange.Kind? = nil) -> String {
        guard let line else { return "<td></td><td></td>" }
        let word =
            kind.map { "<span class=\"visually-hidden\">\(HTMLEscaping.escape(Differences.word($0))) </span>" } ?? ""
        return "<th scope=\"row\">\(line + 1)</th><td class=\"\(kind?.rawValue ?? "")\">\(word)<bdi>\(html)</bdi></td>"
    }

    /// Returns two lines as HTML, with the words between their common beginning and their common end marked.
    private static func marked(_ old: String, _ new: String) -> (String, String) {
        guard max(old.utf8.count, new.utf8.count) <= longestLine else {
            return ("<del>\(HiddenCharacters.html(old))</del>", "<ins>\(HiddenCharacters.html(new))</ins>")
        }
        let (old, new) = (words(of: old), words(of: new))
        var (first, last) = (0, 0)
        while first < min(old.count, new.count), old[first] == new[first] { first += 1 }
        while last < min(old.count, new.count) - first, old[old.count - 1 - last] == new[new.count - 1 - last] {
            last += 1
        }
        func text(_ words: [Substring], _ tag: String) -> String {
            let middle = HiddenCharacters.html(words[first..<words.count - last].joined())
            return HiddenCharacters.html(words[..<first].joined())
                + (middle.isEmpty ? "" : "<\(tag)>\(middle)</\(tag)>")
                + HiddenCharacters.html(words[(words.count - last)...].joined())
        }
        return (text(old, "del"), text(new, "ins"))
    }

    /// Splits a line into words: runs of letters and digits, and every other character by itself.
    private static func words(of line: String) -> [Substring] {
        var words: [Substring] = []
        var start = line.startIndex
        var index = start
        while index < line.endIndex {
            let isWord = line[index].isLetter || line[index].isNumber
            let next = line.index(after: index)
            if !isWord {
                if start < index { words.append(line[start..<index]) }
                words.append(line[index..<next])
                start = next
            }
            index = next
        }
        return words + (start < line.endIndex ? [line[start...]] : [])
    }

    static let sample: TextComparison = {
        var sample = TextComparison(
            from: Array("{\n\"a\": 1\n}".utf8), to: Array("{\n\"a\": 2\n}".utf8), caption: "Text of both")
        sample.more = "40 more are not listed."
        return sample
    }()
}
