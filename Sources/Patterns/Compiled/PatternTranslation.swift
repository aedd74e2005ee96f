/// A pattern in PCRE2's syntax, for patterns that PCRE2 matches exactly as ECMA-262 does.
struct PatternTranslation {
    private static let mostRepetitions = 65_535

    private(set) var text = ""

    /// Translates a pattern; nil if PCRE2 might match it differently or cannot express it.
    init?(of node: PatternNode) {
        let node = node.pruned
        guard ReferenceSafety.isSafe(node), append(node) else { return nil }
    }

    private mutating func append(_ node: PatternNode) -> Bool {
        switch node {
        case .empty: break
        case .character(let value): append(character: value)
        case .set(let set): append(set)
        case .sequence(let nodes):
            for node in nodes { guard appendTerm(node) else { return false } }
        case .alternatives(let nodes):
            for (position, node) in nodes.enumerated() {
                if position > 0 { text += "|" }
                guard append(node) else { return false }
            }
        case .group(let node, let capture): return append(node, between: capture == nil ? "(?:" : "(")
        case .look(let node, let isBehind, let isNegative):
            return append(node, between: "(?" + (isBehind ? "<" : "") + (isNegative ? "!" : "="))
        case .repeated(let node, let minimum, let maximum, let isLazy):
            guard minimum <= Self.mostRepetitions, maximum ?? 0 <= Self.mostRepetitions else { return false }
            guard append(node, between: Self.isOneItem(node) ? "" : "(?:") else { return false }
            text += "{\(minimum),\(maximum.map(String.init) ?? "")}" + (isLazy ? "?" : "")
        case .reference(let number): text += "\\g{\(number)}"
        case .start: text += "\\A"
        case .end: text += "\\z"
        case .wordBoundary(let isNegative): text += isNegative ? "\\B" : "\\b"
        }
        return true
    }

    private mutating func appendTerm(_ node: PatternNode) -> Bool {
        if case .alternatives = node { return append(node, between: "(?:") }
        return append(node)
    }

    private mutating func append(_ node: PatternNode, between opening: String) -> Bool {
        text += opening
        guard append(node) else { return false }
        if !opening.isEmpty { text += ")" }
        return true
    }

    private static func isOneItem(_ node: PatternNode) -> Bool {
        switch node {
        case .group: true
        // PCRE2 fails on a repetition directly after a reference to a group without a capture.
        case .reference: false
        case .set(let set): !(set.properties.isEmpty && set.scalarRanges.isEmpty)
        case .character(let value): !(0xD800...0xDFFF).contains(value)
        default: false
        }
    }

    private mutating func append(character value: UInt32) {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.unicodeScalars.append(Unicode.Scalar(UInt8(value)))
        // UTF-8 text contains no surrogates, so the pattern fails here.
        case 0xD800...0xDFFF: text += "(?!)"
        default: text += "\\x{\(String(value, radix: 16))}"
        }
    }

    private mutating func append(_ set: CharacterSet) {
        let ranges = set.scalarRanges
        if ranges.isEmpty, set.properties.isEmpty {
            text += set.isNegative ? "(?s:.)" : "(?!)"
            return
        }
        text += set.isNegative ? "[^" : "["
        for range in ranges {
            append(character: range.lowerBound)
            guard range.upperBound > range.lowerBound else { continue }
            text += "-"
            append(character: range.upperBound)
        }
        for property in set.properties { text += property.property.pattern(isNegative: property.isNegative) }
        text += "]"
    }
}
