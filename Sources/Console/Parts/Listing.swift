import Preview

/// A read-only text with line numbers.
struct Listing: Sendable {
    var caption: String
    /// The rows of the table as finished markup, because the template engine would take longer for thousands of lines
    /// than for the rest of the page.
    var html: Markup
    var lineCount: Int

    /// A quoted or unquoted part of a line. A quoted one that is not ASCII has its own text direction, so that
    /// right-to-left text does not change places with the names beside it.
    private struct Part {
        var text: String
        var isIsolated: Bool
    }

    /// Creates the listing of a text with problem lines marked; `anchor` is the prefix of the lines' ids.
    init(_ text: String, caption: String, anchor: String = "L", marked: Set<Int> = []) {
        self.caption = caption
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        lineCount = lines.count
        html = Markup(
            html: lines.enumerated().map { index, line in
                let number = index + 1
                let id = HTMLEscaping.escape("\(anchor)\(number)")
                return """
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
            // Browsers take seconds for a line of ten thousand isolated parts.
            let isIsolated = isQuoted && text.contains { $0 >= 0x80 }
            if !text.isEmpty {
                parts.append(Part(text: String(decoding: text, as: UTF8.self), isIsolated: isIsolated))
            }
            text = []
        }
        for byte in line.utf8 {
            let isMark = byte == UInt8(ascii: "\"") && !isEscaped
            // The quotation marks stay outside, in the direction of the line.
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
