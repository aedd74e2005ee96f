import Preview

/// A read-only text with line numbers.
struct Listing: Sendable {
    var caption: String
    /// The rows of the table as finished markup, because for thousands of lines the template engine would take longer
    /// than for the rest of the page. Each group of lines is a table body; browsers lay out each but the last only near
    /// the visible part of the page.
    var html: Markup
    var lineCount: Int
    /// The number of digits of the last line's number.
    var digits: Int

    /// The number of lines in a group. The style sheet contains the same number.
    static let groupLength = 250

    /// A part of a line, inside or outside quotation marks. A quoted part with non-ASCII characters has its own text
    /// direction, so that right-to-left text does not change places with the names beside it.
    private struct Part {
        var text: String
        var isIsolated: Bool
    }

    /// Creates the listing of a text. `anchor` is the prefix of the lines' ids; `marked` are the numbers of lines with
    /// problems.
    init(_ text: String, caption: String, anchor: String = "L", marked: Set<Int> = []) {
        self.caption = caption
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        lineCount = lines.count
        digits = String(lines.count).count
        html = Markup(
            html: lines.enumerated().map { index, line in
                let number = index + 1
                let id = HTMLEscaping.escape("\(anchor)\(number)")
                return """
                    \(index > 0 && index % Self.groupLength == 0 ? "</tbody><tbody>\n" : "")\
                    <tr id="\(id)"\(marked.contains(number) ? " class=\"marked\"" : "")><th scope="row">\
                    <a href="#\(id)">\(number)</a></th><td>\(Self.html(of: line))</td></tr>
                    """
            }.joined(separator: "\n"))
    }

    private static func html(of line: Substring) -> String {
        parts(of: line).map {
            let text = HiddenCharacters.html($0.text)
            return $0.isIsolated ? "<bdi>\(text)</bdi>" : text
        }.joined()
    }

    private static func parts(of line: Substring) -> [Part] {
        guard line.utf8.contains(where: { $0 >= 0x80 }) else { return [Part(text: String(line), isIsolated: false)] }
        var parts: [Part] = []
        var text: [UInt8] = []
        var (isQuoted, wasQuoted, isEscaped) = (false, false, false)
        func end() {
            // Quoted ASCII text is not isolated: browsers take seconds for a line with ten thousand isolated parts.
            let isIsolated = isQuoted && text.contains { $0 >= 0x80 }
            if !text.isEmpty {
                parts.append(Part(text: String(decoding: text, as: UTF8.self), isIsolated: isIsolated))
            }
            text = []
        }
        for byte in line.utf8 {
            let isMark = byte == UInt8(ascii: "\"") && !isEscaped
            // The quotation marks stay outside of the isolated part, in the direction of the line.
            if isMark, isQuoted {
                end()
                isQuoted = false
            }
            text.append(byte)
            if isMark, !wasQuoted {
                end()
                isQuoted = true
            }
            wasQuoted = isQuoted
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
        }
        end()
        return parts
    }

    static let sample = Listing("{\n}", caption: "Text of revision 2", marked: [2])
}
