/// A strict parser of patterns (ECMA-262, section 22.2.1, `[+UnicodeMode +NamedCaptureGroups]`).
struct PatternParser {
    /// The maximum depth of nested groups.
    private static let deepest = 200

    let scalars: [UInt32]
    var offset = 0
    /// The number of capturing groups; known after parsing.
    private(set) var captureCount = 0
    private var depth = 0
    private var names: [String: Int] = [:]
    /// The references by name, resolved at the end because a group may follow its reference.
    private var references: [(name: String, offset: Int)] = []
    private var highestReference: (number: Int, offset: Int) = (0, 0)

    init(_ source: String) {
        scalars = source.unicodeScalars.map(\.value)
    }

    /// Parses the whole pattern.
    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try disjunction()
        if offset < scalars.count { throw error("There is a “)” without its “(”") }
        if highestReference.number > captureCount {
            throw .syntax(
                message: "“\\\(highestReference.number)” refers to a group that does not exist",
                offset: highestReference.offset)
        }
        for reference in references where names[reference.name] == nil {
            throw .syntax(
                message: "“\\k<\(reference.name)>” refers to a group that does not exist", offset: reference.offset)
        }
        return references.isEmpty ? node : resolved(node)
    }

    private mutating func disjunction() throws(PatternError) -> PatternNode {
        var alternatives = [try alternative()]
        while take("|") { alternatives.append(try alternative()) }
        return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
    }

    private mutating func alternative() throws(PatternError) -> PatternNode {
        var terms: [PatternNode] = []
        while let next = peek, next != "|", next != ")" { terms.append(try term(next)) }
        return terms.count == 1 ? terms[0] : terms.isEmpty ? .empty : .sequence(terms)
    }

    private mutating func term(_ first: Unicode.Scalar) throws(PatternError) -> PatternNode {
        let begin = offset
        offset += 1
        let atom: PatternNode
        switch first {
        case "^": return .start
        case "$": return .end
        case "(":
            let (node, isQuantifiable) = try group(begin: begin)
            guard isQuantifiable else { return node }
            atom = node
        case ".": atom = .set(.dot)
        case "[": atom = .set(try characterClass(begin: begin))
        case "\\":
            if take("b") { return .wordBoundary(isNegative: false) }
            if take("B") { return .wordBoundary(isNegative: true) }
            atom = try atomEscape(begin: begin)
        case "*", "+", "?", "{": throw error("“\(first)” has nothing before it to repeat", at: begin)
        case "]", "}": throw error("“\(first)” must be written “\\\(first)”", at: begin)
        default: atom = .character(first.value)
        }
        return try quantified(atom)
    }

    private mutating func quantified(_ atom: PatternNode) throws(PatternError) -> PatternNode {
        let begin = offset
        let minimum: Int
        let maximum: Int?
        if take("*") {
            (minimum, maximum) = (0, nil)
        } else if take("+") {
            (minimum, maximum) = (1, nil)
        } else if take("?") {
            (minimum, maximum) = (0, 1)
        } else if take("{") {
            let brace = "“{” must be written “\\{” unless it begins a repetition such as “{2,5}”"
            guard let least = number() else { throw error(brace, at: begin) }
            var most: Int? = least
            if take(",") { most = peek == "}" ? nil : number() ?? -1 }
            guard most != -1, take("}") else { throw error(brace, at: begin) }
            if let most, most < least { throw error("The numbers of this repetition are out of order", at: begin) }
            (minimum, maximum) = (least, most)
        } else {
            return atom
        }
        return .repeated(atom, minimum: minimum, maximum: maximum, isLazy: take("?"))
    }

    /// Parses a construct that begins with “(”; look-aheads and look-behinds cannot be repeated.
    private mutating func group(begin: Int) throws(PatternError) -> (PatternNode, isQuantifiable: Bool) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw .tooLarge("The pattern has groups more than \(Self.deepest) levels deep.")
        }
        var capture: Int?
        var look: (isBehind: Bool, isNegative: Bool)?
        if take("?") {
            if take("=") {
                look = (false, false)
            } else if take("!") {
                look = (false, true)
            } else if take("<") {
                if take("=") {
                    look = (true, false)
                } else if take("!") {
                    look = (true, true)
                } else {
                    capture = nextCapture()
                    let name = try groupName()
                    guard names.updateValue(captureCount, forKey: name) == nil else {
                        throw error("Two groups are named “\(name)”", at: begin)
                    }
                }
            } else if !take(":") {
                throw error("“(?” must be followed by “:”, “=”, “!” or “<”", at: begin)
            }
        } else {
            capture = nextCapture()
        }
        let body = try disjunction()
        guard take(")") else { throw error("This “(” is never closed", at: begin) }
        if let look { return (.look(body, isBehind: look.isBehind, isNegative: look.isNegative), false) }
        return (.group(body, capture: capture), true)
    }

    private mutating func nextCapture() -> Int {
        captureCount += 1
        return captureCount
    }

    /// Parses a reference by number after its backslash.
    mutating func numberedReference(begin: Int) -> PatternNode {
        let number = number() ?? 0
        if number > highestReference.number { highestReference = (number, begin) }
        return .reference(number)
    }

    /// Parses a reference by name after `\k`; its number stays negative until all groups are known.
    mutating func namedReference(begin: Int) throws(PatternError) -> PatternNode {
        guard take("<") else { throw error("“\\k” must be followed by a group's name, as in “\\k<name>”", at: begin) }
        references.append((try groupName(), begin))
        return .reference(-references.count)
    }

    private func resolved(_ node: PatternNode) -> PatternNode {
        switch node {
        case .empty, .character, .set, .start, .end, .wordBoundary: node
        case .sequence(let nodes): .sequence(nodes.map(resolved))
        case .alternatives(let nodes): .alternatives(nodes.map(resolved))
        case .group(let node, let capture): .group(resolved(node), capture: capture)
        case .look(let node, let isBehind, let isNegative):
            .look(resolved(node), isBehind: isBehind, isNegative: isNegative)
        case .repeated(let node, let minimum, let maximum, let isLazy):
            .repeated(resolved(node), minimum: minimum, maximum: maximum, isLazy: isLazy)
        case .reference(let number):
            .reference(number < 0 ? names[references[-number - 1].name] ?? 0 : number)
        }
    }
}

extension PatternParser {
    var peek: Unicode.Scalar? { offset < scalars.count ? Unicode.Scalar(scalars[offset]) : nil }

    /// Moves past a scalar if it comes next; returns true if it did.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        offset += 1
        return true
    }

    /// Parses a decimal number; nil if no digit comes next. A number above a billion counts as a billion.
    mutating func number() -> Int? {
        var value: Int?
        while let next = peek, ("0"..."9").contains(next) {
            value = min((value ?? 0) * 10 + Int(next.value - 0x30), 1_000_000_000)
            offset += 1
        }
        return value
    }

    /// Returns a syntax error at an offset, by default that of the next scalar.
    func error(_ message: String, at place: Int? = nil) -> PatternError {
        .syntax(message: message, offset: place ?? offset)
    }
}
