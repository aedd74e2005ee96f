/// A single pass over the body of a template that checks its Mustache tags and the HTML around them for every possible
/// rendering. Takes linear time.
///
/// A tag that renders a value must be in text or in a quoted attribute value, and a section may contain whole
/// attributes, so that no rendering joins two pieces to a new name.
struct TemplateScan {
    /// A reason to refuse the template, and its byte offset in the body.
    struct Objection: Error {
        let reason: String
        let offset: Int
    }

    /// The maximum depth of sections, because the template parser recurses.
    private static let deepest = 32
    /// The maximum product of the numbers of braces and bytes, because the template parser searches the rest of the
    /// text at every brace.
    private static let largestProduct = 32_000_000

    /// True for Galley's own templates, for which fewer rules apply.
    private let isOwn: Bool
    private let bytes: [UInt8]
    private var offset = 0
    private var markup = TemplateMarkup()
    private var sections: [Section] = []
    /// The names of the variables that the template places as text.
    private(set) var texts: Set<String> = []

    /// An open section.
    private struct Section {
        let name: String
        let offset: Int
        let place: TemplateMarkup.Place
        let needsSeparator: Bool
    }

    private init(_ body: String, isOwn: Bool) {
        bytes = Array(body.utf8)
        self.isOwn = isOwn
        markup.isOwn = isOwn
    }

    /// Checks a body; throws the first objection.
    static func read(_ body: String, isOwn: Bool) throws(Objection) -> TemplateScan {
        var scan = TemplateScan(body, isOwn: isOwn)
        try scan.checkBraces(body)
        while let byte = scan.peek() {
            if byte == UInt8(ascii: "{"), scan.peek(1) == UInt8(ascii: "{") {
                try scan.tag()
            } else {
                try scan.markup.take(byte, at: scan.offset)
                scan.offset += 1
            }
        }
        guard isOwn || scan.markup.isInText else {
            throw Objection(reason: "the last HTML tag is not closed", offset: scan.bytes.count)
        }
        return scan
    }

    /// Refuses a brace that combines with the character before or after it, because the template parser compares
    /// characters and browsers compare code points; refuses too many braces for the body's length.
    private func checkBraces(_ body: String) throws(Objection) {
        var braces = 0
        var before: Unicode.Scalar?
        var place = 0
        for scalar in body.unicodeScalars {
            if Self.isBrace(scalar) { braces += 1 }
            if let before, Self.isBrace(before) || Self.isBrace(scalar), !before.isASCII || !scalar.isASCII,
                "\(before)\(scalar)".count == 1
            {
                throw Objection(reason: "a brace is combined with another character", offset: place)
            }
            before = scalar
            place += UTF8.width(scalar)
        }
        guard braces * bytes.count <= Self.largestProduct else {
            throw Objection(reason: "too many braces for a template of this length", offset: 0)
        }
    }

    private static func isBrace(_ scalar: Unicode.Scalar) -> Bool { scalar == "{" || scalar == "}" }

    /// Returns the byte at a distance from the current one, without advancing; nil after the end.
    private func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    // MARK: Tags

    private mutating func tag() throws(Objection) {
        let start = offset
        let sigil = peek(2).map { "#^/!&{>=%<$".utf8.contains($0) ? $0 : 0 } ?? 0
        let isTriple = sigil == UInt8(ascii: "{")
        offset += sigil == 0 ? 2 : 3
        let contents = offset
        while let byte = peek(), !(byte == UInt8(ascii: "}") && peek(1) == UInt8(ascii: "}")) {
            // A name ends at the first brace; comments may contain braces.
            guard sigil == UInt8(ascii: "!") || byte != UInt8(ascii: "{") else { break }
            offset += 1
        }
        guard peek() == UInt8(ascii: "}") else { throw Objection(reason: "{{ has no closing }}", offset: start) }
        let written = String(decoding: bytes[contents..<offset], as: UTF8.self)
        guard !isTriple || peek(2) == UInt8(ascii: "}") else {
            throw Objection(reason: "{{{ has no closing }}}", offset: start)
        }
        offset += isTriple ? 3 : 2
        let name = written.trimming(while: \.isWhitespace)
        switch sigil {
        case UInt8(ascii: "!"): try checkSilentTag(start, "a comment")
        case UInt8(ascii: "#"), UInt8(ascii: "^"): try open(name, at: start)
        case UInt8(ascii: "/"): try close(name, at: start)
        case UInt8(ascii: "{"), UInt8(ascii: "&"):
            guard let last = name.split(separator: ".").last, last == "html" || last == "glyph" else {
                let reason =
                    "{{{\(name)}}} is not rendered markup; only html, glyph, and names that end in .html or .glyph are"
                throw Objection(reason: reason, offset: start)
            }
            try place(start, onlyText: true)
        case 0:
            if name == written, !name.isEmpty, name.utf8.allSatisfy(Self.isWord) { texts.insert(name) }
            try place(start, onlyText: false)
        case UInt8(ascii: ">") where isOwn: try place(start, onlyText: false)
        default:
            throw Objection(reason: "{{\(Unicode.Scalar(sigil)) is not allowed", offset: start)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    private mutating func open(_ name: String, at start: Int) throws(Objection) {
        guard sections.count < Self.deepest else {
            throw Objection(reason: "more than \(Self.deepest) nested sections", offset: start)
        }
        let needsSeparator = markup.isInName
        try checkSilentTag(start, "a section")
        sections.append(Section(name: name, offset: start, place: markup.place, needsSeparator: needsSeparator))
    }

    private mutating func close(_ name: String, at start: Int) throws(Objection) {
        try checkSilentTag(start, "a section")
        // The template parser reports a section that is closed without being open.
        guard let section = sections.popLast() else { return }
        guard isOwn || section.place == markup.place else {
            let reason = "a section must end in the same HTML tag, attribute value or text in which it begins"
            throw Objection(reason: reason, offset: start)
        }
        if section.needsSeparator { markup.needSeparator() }
    }

    /// Checks a tag that renders nothing itself; `what` names it in the objection.
    private mutating func checkSilentTag(_ start: Int, _ what: String) throws(Objection) {
        guard markup.takeSilentTag() || isOwn else {
            throw Objection(reason: "\(what) is not allowed inside a name, a URL or an unquoted value", offset: start)
        }
    }

    /// Checks a tag that renders text or finished markup.
    private mutating func place(_ start: Int, onlyText: Bool) throws(Objection) {
        if markup.isBeforeValue { throw Objection(reason: "an attribute's value must be quoted", offset: start) }
        if isOwn { return }
        if markup.isInAddress {
            throw Objection(reason: "a URL must not come from the document", offset: start)
        }
        guard markup.isInText || markup.isInQuotes && !onlyText else {
            let reason =
                onlyText
                ? "rendered markup is allowed only in text, not inside HTML tags"
                : "a value is allowed only in text and in quoted attribute values"
            throw Objection(reason: reason, offset: start)
        }
    }
}

extension StringProtocol {
    /// Returns the text without matching characters at both ends.
    fileprivate func trimming(while isOutside: (Character) -> Bool) -> String {
        let rest = drop(while: isOutside)
        return String(rest.reversed().drop(while: isOutside).reversed())
    }
}
