import JSONText
import SchemaRepository

/// The repair of a fault that pasting has caused: typographic quotes, unusual spaces, invisible characters, a byte
/// order mark, the fences of a Markdown code block, or a server's whole response instead of the document in it.
struct PasteRepair: Sendable {
    /// The description of the fault; text between backticks is code.
    var sentence: String
    /// The label of the button that repairs the text.
    var label: String
    /// The repaired text.
    var bytes: [UInt8]

    /// The result of checking a text as a document of the expected kind.
    struct Check {
        /// The number of errors.
        var errors: Int
        /// True if the text is recognized as a document, for example by its `type` or because it has no errors.
        var isDocument: Bool
    }

    /// Returns the repair of a text; nil if no fault is found or the text exceeds the size limit. `check` checks a text
    /// as a document of the expected kind.
    static func found(for text: [UInt8], check: (_ text: [UInt8]) throws -> Check) rethrows -> PasteRepair? {
        guard text.count <= JSONLimits.console.maximumBytes else { return nil }
        guard let document = try? JSONDocument(parsing: text, limits: .console) else {
            return codeBlock(of: text) ?? typography(of: text)
        }
        if text.starts(with: byteOrderMark) {
            return PasteRepair(
                sentence: EditorWords.byteOrderMark, label: EditorWords.removeByteOrderMark,
                bytes: Array(text.dropFirst(byteOrderMark.count)))
        }
        return try envelope(around: document.root, of: text, check: check)
    }

    // MARK: A server's response

    /// The names of the members in which servers put the document of a response.
    private static let wrappers = ["data", "result"]
    /// The maximum number of wrappers around a document, each inside the next.
    private static let maximumDepth = 4

    /// Returns the repair of a text that is a server's response: the document in the response, if the document has
    /// fewer errors than the whole response; nil otherwise. If several wrappers contain documents, the repair is the
    /// document with the fewest errors.
    private static func envelope(
        around root: JSONValue, of text: [UInt8], check: ([UInt8]) throws -> Check
    ) rethrows -> PasteRepair? {
        var waiting = contents(of: root, at: [])
        guard !waiting.isEmpty else { return nil }
        var fewest = try check(text).errors
        guard fewest > 0 else { return nil }
        var found: PasteRepair?
        while !waiting.isEmpty {
            let (path, value) = waiting.removeFirst()
            if path.count < maximumDepth { waiting += contents(of: value, at: path) }
            let inner = JSONFormatter.pretty(value)
            let result = try check(inner)
            guard result.isDocument, result.errors < fewest else { continue }
            fewest = result.errors
            found = PasteRepair(
                sentence: EditorWords.envelope(path.joined(separator: ".")), label: EditorWords.unwrap, bytes: inner)
        }
        return found
    }

    /// Returns the objects in the wrappers of a value at a path, with their paths; empty if the value has a `type`, as
    /// documents do.
    private static func contents(of value: JSONValue, at path: [String]) -> [(path: [String], value: JSONValue)] {
        guard value.kind == .object, value["type"] == nil else { return [] }
        return wrappers.compactMap { name in
            guard let inner = value[name], inner.kind == .object, !inner.members.isEmpty else { return nil }
            return (path + [name], inner)
        }
    }

    // MARK: A code block of Markdown

    /// Returns the repair of a text that is a Markdown code block: the lines between the fences. Nil if the text is not
    /// such a block, or if the lines are not valid JSON.
    private static func codeBlock(of text: [UInt8]) -> PasteRepair? {
        let newline = UInt8(ascii: "\n")
        let blank = " \t\r\n".utf8
        let block = text.drop { blank.contains($0) }
        guard let end = block.lastIndex(where: { !blank.contains($0) }), block.starts(with: "```".utf8),
            let opening = block.firstIndex(of: newline), let closing = block[..<end].lastIndex(of: newline),
            closing > opening
        else { return nil }
        let fence = block[(closing + 1)...end].drop { blank.contains($0) }
        guard fence.count >= 3, fence.allSatisfy({ $0 == UInt8(ascii: "`") }) else { return nil }
        let bytes = Array(block[(opening + 1)...closing])
        guard (try? JSONDocument(parsing: bytes, limits: .console)) != nil else { return nil }
        return PasteRepair(sentence: EditorWords.codeBlock, label: EditorWords.removeFences, bytes: bytes)
    }

    // MARK: Text from word processors and chats

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let quotes: Set<Unicode.Scalar> = ["“", "”", "„", "‟", "«", "»", "＂", "″"]
    private static let spaces: Set<Unicode.Scalar> = [
        "\u{A0}", "\u{2007}", "\u{202F}", "\u{3000}", "\u{2002}", "\u{2003}", "\u{2009}", "\u{2028}", "\u{2029}",
    ]
    private static let unseen: Set<Unicode.Scalar> = [
        "\u{200B}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{FEFF}", "\u{AD}",
    ]

    /// Returns the repair of a text with typographic quotes, unusual spaces or invisible characters: the text with
    /// straight quotes, with plain spaces and without invisible characters, if it is then valid JSON; nil otherwise.
    /// The content of strings is unchanged.
    private static func typography(of text: [UInt8]) -> PasteRepair? {
        guard let scalars = String(validating: text, as: UTF8.self).map({ Array($0.unicodeScalars) }),
            scalars.contains(where: { quotes.contains($0) || spaces.contains($0) || unseen.contains($0) })
        else { return nil }
        var repaired: [Unicode.Scalar] = []
        repaired.reserveCapacity(scalars.count)
        var rest = scalars[...]
        while let first = rest.popFirst() {
            if first == "\"" || quotes.contains(first) {
                copyString(opened: first, from: &rest, to: &repaired)
            } else if !unseen.contains(first) {
                repaired.append(spaces.contains(first) ? " " : first)
            }
        }
        let bytes = Array(String(String.UnicodeScalarView(repaired)).utf8)
        guard bytes != text, (try? JSONDocument(parsing: bytes, limits: .console)) != nil else { return nil }
        return PasteRepair(sentence: EditorWords.typography, label: EditorWords.straighten, bytes: bytes)
    }

    /// Copies a string, with straight quotes around it. A string in typographic quotes ends at the first quote that is
    /// followed by JSON punctuation or the end of the text; straight quotes inside it are escaped.
    private static func copyString(
        opened opening: Unicode.Scalar, from rest: inout ArraySlice<Unicode.Scalar>, to repaired: inout [Unicode.Scalar]
    ) {
        repaired.append("\"")
        while let next = rest.popFirst() {
            if next == "\\" {
                repaired.append(next)
                if let escaped = rest.popFirst() { repaired.append(escaped) }
            } else if opening == "\"" {
                repaired.append(next)
                if next == "\"" { return }
            } else if next == "\"" || quotes.contains(next) {
                if ends(before: rest) {
                    repaired.append("\"")
                    return
                }
                if next == "\"" { repaired.append("\\") }
                repaired.append(next)
            } else {
                repaired.append(next)
            }
        }
    }

    /// Returns true if the next character can follow a JSON string: a comma, a colon, a closing bracket or brace, or
    /// the end of the text.
    private static func ends(before rest: ArraySlice<Unicode.Scalar>) -> Bool {
        let next = rest.first { !$0.properties.isWhitespace && !unseen.contains($0) }
        return next.map { ":,]}".unicodeScalars.contains($0) } ?? true
    }
}

extension PasteRepair.Check {
    /// Creates the result from a checked document. If the schema of the kind names no `type`, every text counts as a
    /// document.
    init(_ checked: CheckedDocument, in repository: SchemaRepository) {
        errors = checked.diagnostics.reduce(0) { $1.severity == .error ? $0 + 1 : $0 }
        let evident = checked.document.flatMap { repository.kind(of: $0) }
        let isUntyped = checked.kind.map { repository.entity($0.id)?.typeName == nil } ?? false
        isDocument = errors == 0 || isUntyped || evident.map { repository.rootKinds.contains($0) } ?? false
    }
}
