/// Text with line numbers, read only.
struct Listing: Sendable {
    var caption: String
    /// What the addresses of lines begin with, `L` where the page has one listing.
    var anchor: String
    var lines: [Line]

    /// A line; marked when a problem stands on it.
    struct Line: Sendable {
        var number: Int
        var parts: [Part]
        var isMarked: Bool
    }

    /// What stands between quotation marks, or between such: each keeps its own direction, so that right-to-left text
    /// does not change places with the names beside it.
    struct Part: Sendable {
        var text: String
        var isQuoted: Bool
    }

    init(_ text: String, caption: String, anchor: String = "L", marked: Set<Int> = []) {
        self.caption = caption
        self.anchor = anchor
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated().map {
            Line(
                number: $0.offset + 1, parts: Self.parts(of: $0.element), isMarked: marked.contains($0.offset + 1))
        }
    }

    private static func parts(of line: Substring) -> [Part] {
        guard line.utf8.contains(where: { $0 >= 0x80 }) else { return [Part(text: String(line), isQuoted: false)] }
        var parts: [Part] = []
        var text: [UInt8] = []
        var (isQuoted, wasQuoted, isEscaped) = (false, false, false)
        func end() {
            if !text.isEmpty { parts.append(Part(text: String(decoding: text, as: UTF8.self), isQuoted: isQuoted)) }
            text = []
        }
        for byte in line.utf8 {
            let isMark = byte == UInt8(ascii: "\"") && !isEscaped
            // The marks themselves stand outside, in the direction of the line.
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
