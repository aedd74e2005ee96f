/// The state of a browser's HTML tokenizer in a template, byte by byte (WHATWG HTML, section 13.2.5), and the
/// constructs that are not allowed.
struct TemplateMarkup {
    /// The part of the state that must be the same before and after a Mustache section, because the section may be
    /// omitted.
    struct Place: Equatable {
        private let element: Int
        private let quoted: Int

        fileprivate init(element: Int, quoted: Int) { (self.element, self.quoted) = (element, quoted) }
    }

    private enum State: Equatable {
        case text
        /// After `<` or `</`.
        case open
        case name, beforeAttribute, attribute, afterAttribute, beforeValue, unquoted
        case quoted(UInt8)
        /// In a declaration or comment of Galley's own templates, up to `>`.
        case declaration
    }

    /// The elements that load, run or send something, that change attributes of other elements (`set`, `animate`), or
    /// whose content is not parsed as tags.
    private static let refused: Set<String> = [
        "style", "script", "iframe", "frame", "frameset", "object", "applet", "embed", "portal", "link", "base", "meta",
        "form", "title", "textarea", "xmp", "plaintext", "listing", "noembed", "noframes", "noscript", "template",
        "set",
        "animate", "animatemotion", "animatetransform",
    ]
    private static let addresses: Set<String> = [
        "href", "xlink:href", "src", "srcset", "action", "formaction", "background", "poster", "ping", "data", "cite",
        "manifest", "imagesrcset", "longdesc", "dynsrc", "lowsrc", "codebase", "classid", "profile", "usemap",
    ]

    var isOwn = false
    private var state = State.text
    private var isEnd = false
    private var name: [UInt8] = []
    private var attribute: [UInt8] = []
    private var value: [UInt8] = []
    private var attributeStart = 0
    /// The number of tags so far.
    private var elements = 0
    /// The number of quoted values so far.
    private var values = 0
    /// True if the next byte must end the current name.
    private var isSeparatorNeeded = false
    /// True if a Mustache tag could change the attribute to which an equals sign belongs.
    private var isLoose = false

    var isInText: Bool { state == .text }
    var isInQuotes: Bool { if case .quoted = state { true } else { false } }
    var isBeforeValue: Bool { state == .beforeValue || state == .unquoted }
    var isInName: Bool { state == .name || state == .attribute }
    var isInAddress: Bool { isInQuotes && Self.addresses.contains(Self.text(attribute)) }
    var place: Place {
        Place(element: state == .text ? 0 : elements, quoted: isInQuotes ? values : 0)
    }

    /// Records a Mustache tag that renders nothing; returns false where the HTML could change its meaning because the
    /// text before the tag joins the text after it, as in a URL or before an unquoted value.
    mutating func takeSilentTag() -> Bool {
        switch state {
        case .text: return true
        case .open, .beforeValue, .unquoted, .declaration: return false
        case .quoted: return !isInAddress
        case .name, .attribute:
            needSeparator()
            return true
        case .afterAttribute, .beforeAttribute:
            isLoose = true
            return true
        }
    }

    /// Requires that a name ends here.
    mutating func needSeparator() { (isSeparatorNeeded, isLoose) = (true, true) }

    /// Processes the next byte of the text.
    mutating func take(_ byte: UInt8, at offset: Int) throws(TemplateScan.Objection) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if isSeparatorNeeded, !isOwn {
            guard isSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") else {
                throw TemplateScan.Objection(
                    reason: "a Mustache tag is not allowed inside the name of an HTML tag or attribute", offset: offset)
            }
        }
        isSeparatorNeeded = false
        switch state {
        case .text:
            if byte == UInt8(ascii: "<") { (state, isEnd, name) = (.open, false, []) }
        case .open: try begin(byte, at: offset)
        case .name:
            if isSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
                try endName(at: offset)
                state = .beforeAttribute
                if byte == UInt8(ascii: ">") { state = .text }
            } else {
                name.append(byte)
            }
        case .beforeAttribute, .afterAttribute, .attribute: try takeInTag(byte, isSpace: isSpace, at: offset)
        case .beforeValue:
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                values += 1
                (state, value) = (.quoted(byte), [])
            } else if byte == UInt8(ascii: ">") {
                state = .text
            } else if !isSpace {
                (state, value) = (.unquoted, [byte])
            }
        case .unquoted:
            if isSpace || byte == UInt8(ascii: ">") {
                try endValue(at: offset)
                state = isSpace ? .beforeAttribute : .text
            } else {
                value.append(byte)
            }
        case .quoted(let quote):
            if byte == quote {
                try endValue(at: offset)
                (state, isLoose) = (.beforeAttribute, false)
            } else {
                value.append(byte)
            }
        case .declaration:
            if byte == UInt8(ascii: ">") { state = .text }
        }
    }

    private mutating func begin(_ byte: UInt8, at offset: Int) throws(TemplateScan.Objection) {
        if (97...122).contains(byte | 0x20) {
            elements += 1
            (state, name) = (.name, [byte])
        } else if byte == UInt8(ascii: "/"), !isEnd {
            isEnd = true
        } else if isEnd || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") {
            guard isOwn else {
                let reason = isEnd ? "</ must be followed by the name of an element" : "<! and <? are not allowed"
                throw TemplateScan.Objection(reason: reason, offset: offset)
            }
            state = .declaration
        } else if byte != UInt8(ascii: "<") {
            state = .text
        }
    }

    private mutating func takeInTag(_ byte: UInt8, isSpace: Bool, at offset: Int) throws(TemplateScan.Objection) {
        if isSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
            if state == .attribute { try endAttribute(at: offset) }
            if byte == UInt8(ascii: ">") {
                (state, isLoose) = (.text, false)
            } else if state == .attribute {
                state = .afterAttribute
            }
            if byte == UInt8(ascii: "/") { state = .beforeAttribute }
        } else if byte == UInt8(ascii: "="), state != .beforeAttribute {
            if state == .attribute { try endAttribute(at: offset) }
            guard !isLoose || isOwn else {
                throw TemplateScan.Objection(
                    reason: "a Mustache tag is not allowed between an attribute and its value", offset: offset)
            }
            state = .beforeValue
        } else if state == .attribute {
            attribute.append(byte)
        } else {
            (state, attribute, attributeStart, isLoose) = (.attribute, [byte], offset, false)
        }
    }

    private func endName(at offset: Int) throws(TemplateScan.Objection) {
        let name = Self.text(name)
        // Some browsers ignore a prefix such as `svg:`, so only the name after the prefix is compared.
        let local = name.split(separator: ":").last.map(String.init) ?? name
        guard isOwn || !Self.refused.contains(local) else {
            throw TemplateScan.Objection(reason: "<\(local) is not allowed", offset: offset - self.name.count - 1)
        }
    }

    private func endAttribute(at offset: Int) throws(TemplateScan.Objection) {
        let name = Self.text(attribute)
        let isEvent = name.hasPrefix("on") && name.dropFirst(2).first.map { $0.isLetter } ?? false
        if isEvent || name == "style" || name == "srcdoc" {
            throw TemplateScan.Objection(
                reason: "style, srcdoc and event attributes are not allowed", offset: attributeStart)
        }
    }

    private func endValue(at offset: Int) throws(TemplateScan.Objection) {
        guard !isOwn, Self.addresses.contains(Self.text(attribute)) else { return }
        // Browsers ignore some spaces and control characters in addresses, and decode entities.
        let bare = value.filter { $0 > 0x20 }
        let scheme = bare.prefix { !"/?#".utf8.contains($0) }
        let isPlain = !scheme.contains(UInt8(ascii: "&"))
        let isRunning = ["javascript:", "vbscript:", "data:"].contains { Self.text(bare).hasPrefix($0) }
        guard isPlain, !isRunning else {
            throw TemplateScan.Objection(
                reason: isRunning
                    ? "a URL with this scheme is not allowed" : "a URL must not have & before its first /, ? or #",
                offset: max(attributeStart, 0))
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).lowercased()
    }
}
